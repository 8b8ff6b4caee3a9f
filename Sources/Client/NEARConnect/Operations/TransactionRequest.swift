internal import Encodings
public import NEAR

/// A transaction for a wallet to sign and send: actions and their receiver.
public struct TransactionRequest: Sendable, Hashable {
  /// The account to which the actions apply.
  public let receiverId: String
  /// The actions, in order.
  public let actions: [NEARAction]

  /// Creates a request.
  public init(receiverId: String, actions: [NEARAction]) {
    self.receiverId = receiverId
    self.actions = actions
  }

  /// Creates a request from actions in near-connect's dictionary format.
  ///
  /// - Parameters:
  ///   - receiverId: The account to which the actions apply.
  ///   - actions: The actions, such as `["type": "Transfer", "params": ["deposit": "1"]]`.
  /// - Throws: ``NEAR/NEARError``: `invalid_transaction` with the invalid action in its reason.
  public init(receiverId: String, actions: [[String: Any]]) throws(NEARError) {
    self.init(receiverId: receiverId, actions: try ActionDictionary.actions(actions))
  }

  /// Creates a request from a dictionary with the members `receiverId` and `actions`.
  init(_ dictionary: [String: Any]) throws(NEARError) {
    guard let receiver = dictionary["receiverId"] as? String else {
      throw .invalidTransaction("A transaction has no receiverId.")
    }
    if let actions = dictionary["actions"] as? [NEARAction] {
      self.init(receiverId: receiver, actions: actions)
    } else {
      try self.init(receiverId: receiver, actions: dictionary["actions"] as? [[String: Any]] ?? [])
    }
  }

  /// The request in the format that the page expects.
  ///
  /// - Throws: `invalid_transaction`.
  func json() throws(NEARError) -> JSONValue {
    guard (try? NEARAccountID(parsing: receiverId)) != nil else {
      throw .invalidTransaction("\(receiverId.prefix(70)) is not an account id.")
    }
    guard !actions.isEmpty else { throw .invalidTransaction("A transaction must have at least one action.") }
    var list: [JSONValue] = []
    for action in actions { list.append(try ConnectorAction.json(action)) }
    return ["receiverId": .string(receiverId), "actions": .array(list)]
  }
}

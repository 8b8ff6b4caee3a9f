internal import Encodings
public import NEAR

/// One transaction to be signed and sent: what to do, and to whom.
public struct TransactionRequest: Sendable, Hashable {
  /// Whom the actions are done to.
  public let receiverId: String
  /// What to do, in this order.
  public let actions: [NEARAction]

  /// Makes a request.
  public init(receiverId: String, actions: [NEARAction]) {
    self.receiverId = receiverId
    self.actions = actions
  }

  /// Makes a request of near-connect's dictionaries.
  ///
  /// - Parameters:
  ///   - receiverId: Whom the actions are done to.
  ///   - actions: Such as `["type": "Transfer", "params": ["deposit": "1"]]`.
  /// - Throws: ``NEAR/NEARError`` `invalid_transaction`, naming what is wrong with one.
  public init(receiverId: String, actions: [[String: Any]]) throws(NEARError) {
    self.init(receiverId: receiverId, actions: try ActionDictionary.actions(actions))
  }

  /// Makes a request of a dictionary with the members `receiverId` and `actions`.
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

  /// As the page is told.
  ///
  /// - Throws: `invalid_transaction`.
  func json() throws(NEARError) -> JSONValue {
    guard (try? NEARAccountID(parsing: receiverId)) != nil else {
      throw .invalidTransaction("\(receiverId.prefix(70)) is not an account id.")
    }
    guard !actions.isEmpty else { throw .invalidTransaction("A transaction has to have an action.") }
    var list: [JSONValue] = []
    for action in actions { list.append(try ConnectorAction.json(action)) }
    return ["receiverId": .string(receiverId), "actions": .array(list)]
  }
}

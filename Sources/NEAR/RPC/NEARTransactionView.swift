package import Encodings

/// How far a transaction has come (NEAR RPC §tx, `wait_until`). The set is open.
public struct NEARExecutionStage: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Names a stage.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not yet in a block.
  public static let none = NEARExecutionStage(rawValue: "NONE")
  /// In a block.
  public static let included = NEARExecutionStage(rawValue: "INCLUDED")
  /// In a block, executed; the blocks may not be final.
  public static let executedOptimistic = NEARExecutionStage(rawValue: "EXECUTED_OPTIMISTIC")
  /// In a final block.
  public static let includedFinal = NEARExecutionStage(rawValue: "INCLUDED_FINAL")
  /// In a final block, with all receipts executed. The blocks of the receipts may not be final.
  public static let executed = NEARExecutionStage(rawValue: "EXECUTED")
  /// In a final block, with all receipts executed in final blocks.
  public static let final = NEARExecutionStage(rawValue: "FINAL")
}

/// What has become of a transaction (NEAR RPC §tx).
public struct NEARTransactionView: Sendable, Hashable {
  /// How it ended.
  public enum Outcome: Sendable, Hashable {
    /// Not ended.
    case pending
    /// Done; the bytes the last function returned.
    case success([UInt8])
    /// Failed; the node's account of why, as JSON text.
    case failure(String)
  }

  /// How far it has come; nil from nodes before nearcore 1.37.
  public let stage: NEARExecutionStage?
  /// How it ended.
  public let outcome: Outcome
  /// Its hash, once it is known to a block.
  public let hash: String?
  /// The signer, once it is known to a block.
  public let signerID: NEARAccountID?
  /// The receiver, once it is known to a block.
  public let receiverID: NEARAccountID?
  /// Its actions as the node shows them (NEAR RPC §tx, `ActionView`); nil where it shows none.
  package let shownActions: [JSONValue]?

  init(reading result: JSONObjectReader) throws {
    stage = try result.optionalString("final_execution_status").map(NEARExecutionStage.init(rawValue:))
    let transaction = try result.optionalObject("transaction")
    hash = try transaction?.hash("hash")
    signerID = try transaction.map { try NEARAccountID(parsing: $0.requiredString("signer_id")) }
    receiverID = try transaction.map { try NEARAccountID(parsing: $0.requiredString("receiver_id")) }
    shownActions = transaction?.object["actions"]?.array
    switch result.object["status"] {
    case nil, .null?, .string("NotStarted")?, .string("Started")?: outcome = .pending
    case .object(let status)? where status.count == 1:
      if let value = status["SuccessValue"]?.string {
        outcome = .success(try Base64.decode(value))
      } else if let reason = status["Failure"] {
        outcome = .failure(reason.serializedString())
      } else {
        fallthrough
      }
    default: throw JSONError(code: .wrongType, reason: "\(result.path(of: "status")) must be an outcome")
    }
  }
}

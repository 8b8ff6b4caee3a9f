package import Encodings

/// The progress of a transaction (NEAR RPC §tx, `wait_until`). The set of stages is open.
public struct NEARExecutionStage: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a stage from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not in a block yet.
  public static let none = NEARExecutionStage(rawValue: "NONE")
  /// In a block.
  public static let included = NEARExecutionStage(rawValue: "INCLUDED")
  /// Executed in a block. The blocks may not be final.
  public static let executedOptimistic = NEARExecutionStage(rawValue: "EXECUTED_OPTIMISTIC")
  /// In a final block.
  public static let includedFinal = NEARExecutionStage(rawValue: "INCLUDED_FINAL")
  /// In a final block, with all receipts executed. The blocks of the receipts may not be final.
  public static let executed = NEARExecutionStage(rawValue: "EXECUTED")
  /// In a final block, with all receipts executed in final blocks.
  public static let final = NEARExecutionStage(rawValue: "FINAL")
}

/// The status of a transaction (NEAR RPC §tx).
public struct NEARTransactionView: Sendable, Hashable {
  /// The outcome of a transaction.
  public enum Outcome: Sendable, Hashable {
    /// The transaction has not ended.
    case pending
    /// The transaction succeeded, with the bytes that the last function returned.
    case success([UInt8])
    /// The transaction failed, with the node's reason as JSON text.
    case failure(String)
  }

  /// The progress; nil from nodes before nearcore 1.37.
  public let stage: NEARExecutionStage?
  /// The outcome.
  public let outcome: Outcome
  /// The hash, once the transaction is in a block.
  public let hash: String?
  /// The signer, once the transaction is in a block.
  public let signerID: NEARAccountID?
  /// The receiver, once the transaction is in a block.
  public let receiverID: NEARAccountID?
  /// The actions in the node's format (NEAR RPC §tx, `ActionView`); nil if the node shows none.
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

extension NEARError.Code {
  // MARK: Answers of the chain

  /// The chain does not know the account.
  public static let unknownAccount = NEARError.Code(rawValue: "unknown_account")
  /// The account does not have the key. It may have been deleted.
  public static let unknownAccessKey = NEARError.Code(rawValue: "unknown_access_key")
  /// The key can only call functions of a contract.
  public static let functionCallKey = NEARError.Code(rawValue: "function_call_key")
  /// The permission of the key is neither full access nor function calls.
  public static let notFullAccessKey = NEARError.Code(rawValue: "not_full_access_key")
  /// The account has no contract.
  public static let noContract = NEARError.Code(rawValue: "no_contract")
  /// The contract failed.
  public static let contractFailed = NEARError.Code(rawValue: "contract_failed")
  /// No endpoint has the block.
  public static let unknownBlock = NEARError.Code(rawValue: "unknown_block")
  /// No endpoint has the transaction.
  public static let unknownTransaction = NEARError.Code(rawValue: "unknown_transaction")

  // MARK: No answer

  /// No endpoint answered. The state of the account is unknown, and a later attempt may succeed.
  public static let rpcUnavailable = NEARError.Code(rawValue: "rpc_unavailable")
  /// Too few endpoints gave the same answer.
  public static let rpcDisagreement = NEARError.Code(rawValue: "rpc_disagreement")
}

extension NEARError {
  /// Whether the error is not an answer of the chain, so that the state is unknown.
  public var isRPCUnavailability: Bool { code == .rpcUnavailable || code == .rpcDisagreement }

  /// The error of a call that no endpoint answered.
  static func rpcUnavailable(_ failures: [NEARRPCFailure]) -> NEARError {
    guard !failures.isEmpty else {
      return NEARError(code: .rpcUnavailable, reason: "No NEAR RPC endpoint is configured.")
    }
    // If every endpoint was queried and none has the block, the block is unknown.
    if failures.allSatisfy({ $0.code == .unknownBlock }) {
      return NEARError(code: .unknownBlock, reason: "No NEAR RPC endpoint has the block.")
    }
    if failures.allSatisfy({ $0.code == .unknownTransaction }) {
      return NEARError(code: .unknownTransaction, reason: "No NEAR RPC endpoint has the transaction.")
    }
    let listed = failures.prefix(4).map { "Endpoint \($0.endpoint + 1): \($0.reason)" }
    return NEARError(
      code: .rpcUnavailable,
      reason: (["No NEAR RPC endpoint answered."] + listed).joined(separator: " "))
  }
}

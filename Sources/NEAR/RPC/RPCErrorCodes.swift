extension NEARError.Code {
  // MARK: Answers of the chain

  /// The chain does not know the account.
  public static let unknownAccount = NEARError.Code(rawValue: "unknown_account")
  /// The account does not have the key, or no longer.
  public static let unknownAccessKey = NEARError.Code(rawValue: "unknown_access_key")
  /// The key may only call functions of a contract.
  public static let functionCallKey = NEARError.Code(rawValue: "function_call_key")
  /// The key has a permission that is neither full access nor function calls.
  public static let notFullAccessKey = NEARError.Code(rawValue: "not_full_access_key")
  /// There is no contract on the account.
  public static let noContract = NEARError.Code(rawValue: "no_contract")
  /// The contract stopped with an error.
  public static let contractFailed = NEARError.Code(rawValue: "contract_failed")
  /// No endpoint has the block.
  public static let unknownBlock = NEARError.Code(rawValue: "unknown_block")
  /// No endpoint has the transaction.
  public static let unknownTransaction = NEARError.Code(rawValue: "unknown_transaction")

  // MARK: No answer

  /// No endpoint could answer. Says nothing of the account; asking later may help.
  public static let rpcUnavailable = NEARError.Code(rawValue: "rpc_unavailable")
  /// Endpoints answered, but too few of them the same.
  public static let rpcDisagreement = NEARError.Code(rawValue: "rpc_disagreement")
}

extension NEARError {
  /// Whether this is no answer of the chain: what was asked is as open as before.
  public var isRPCUnavailability: Bool { code == .rpcUnavailable || code == .rpcDisagreement }

  /// Nobody could answer, because.
  static func rpcUnavailable(_ failures: [NEARRPCFailure]) -> NEARError {
    guard !failures.isEmpty else {
      return NEARError(code: .rpcUnavailable, reason: "No NEAR RPC endpoint is configured.")
    }
    // Where every endpoint looked and none has it, that is the answer.
    if failures.allSatisfy({ $0.code == .unknownBlock }) {
      return NEARError(code: .unknownBlock, reason: "No NEAR RPC endpoint has the block.")
    }
    if failures.allSatisfy({ $0.code == .unknownTransaction }) {
      return NEARError(code: .unknownTransaction, reason: "No NEAR RPC endpoint has the transaction.")
    }
    let listed = failures.prefix(4).map { "Endpoint \($0.endpoint + 1): \($0.reason)" }
    return NEARError(
      code: .rpcUnavailable,
      reason: (["No NEAR RPC endpoint could answer."] + listed).joined(separator: " "))
  }
}

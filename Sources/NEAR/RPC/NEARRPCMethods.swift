internal import Encodings

extension NEARRPCClient {
  /// An account at the final block.
  ///
  /// - Throws: ``NEARError`` `unknown_account`, or `rpc_unavailable`.
  public func viewAccount(_ account: NEARAccountID) async throws -> NEARAccountView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(.query("view_account", account: account))
    }
  }

  /// An access key at the final block.
  ///
  /// Nodes answer `unknown_access_key` for an account that does not exist as well; to tell the two
  /// apart use ``NEARAccessKeyChecker``.
  ///
  /// - Throws: ``NEARError`` `unknown_access_key` or `unknown_account`, or `rpc_unavailable`.
  public func viewAccessKey(
    _ key: NEARPublicKey, of account: NEARAccountID
  ) async throws -> NEARAccessKeyView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(.accessKey(key, of: account))
    }
  }

  /// All access keys of an account at the final block; none for an account that does not exist, too.
  ///
  /// - Throws: ``NEARError`` `unknown_account` of nodes that say so, or `rpc_unavailable`.
  public func viewAccessKeys(of account: NEARAccountID) async throws -> NEARAccessKeyListView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(.query("view_access_key_list", account: account))
    }
  }

  /// What a function of a contract answers at the final block, called without signing anything.
  ///
  /// - Parameters:
  ///   - method: The function.
  ///   - contract: The account the contract is on.
  ///   - arguments: What the function is given; mostly JSON.
  /// - Returns: What it returned and logged.
  /// - Throws: ``NEARError`` `unknown_account`, `no_contract` or `contract_failed`, or `rpc_unavailable`.
  public func callFunction(
    _ method: String, of contract: NEARAccountID, arguments: [UInt8] = []
  ) async throws -> NEARFunctionView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(
        .query(
          "call_function", account: contract,
          [("method_name", .string(method)), ("args_base64", .string(Base64.encode(arguments)))],
          runsContract: true))
    }
  }

  /// A block.
  ///
  /// - Throws: ``NEARError`` `unknown_block` when every endpoint answered and none has it, or
  ///   `rpc_unavailable`.
  public func block(_ selector: NEARBlockSelector = .final) async throws -> NEARBlockView {
    try await firstAnswer { endpoint throws(RPCProblem) in try await endpoint.block(selector) }
  }

  /// What has become of a transaction.
  ///
  /// The node waits for the stage asked for, ten seconds mostly: give the client a ``timeout`` to match.
  ///
  /// - Parameters:
  ///   - hash: The hash of the transaction, 32 bytes in base58.
  ///   - sender: The account that signed it.
  ///   - stage: How far it should have come.
  /// - Returns: How far it has come.
  /// - Throws: ``NEARError`` `unknown_transaction` when every endpoint answered and none has it, or
  ///   `rpc_unavailable`.
  public func transaction(
    _ hash: String, sender: NEARAccountID, waitUntil stage: NEARExecutionStage = .executedOptimistic
  ) async throws -> NEARTransactionView {
    let question = RPCQuestion(
      method: "tx",
      parameters: [
        "tx_hash": .string(hash), "sender_account_id": .string(sender.description),
        "wait_until": .string(stage.rawValue),
      ])
    return try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.vet()
      let view = try await endpoint.ask(question) { try NEARTransactionView(reading: $0) }
      guard view.hash == nil || view.hash == hash else {
        throw endpoint.failure(.malformedAnswer, "It answered another transaction.")
      }
      return view
    }
  }

  /// What the first endpoint that answers says of itself; it is not held against anything.
  ///
  /// - Throws: ``NEARError`` `rpc_unavailable`.
  public func status() async throws -> NEARRPCStatus {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.ask(.status) { try NEARRPCStatus(reading: $0) }
    }
  }

  /// Every endpoint's status, or why it is not believed, in the order they were given.
  ///
  /// For whoever operates the client: an endpoint of the wrong network shows here, while calls just go
  /// on to the next. Each endpoint has the client's ``timeout``.
  ///
  /// - Throws: `CancellationError`.
  public func examineEndpoints() async throws -> [Result<NEARRPCStatus, NEARRPCFailure>] {
    var findings: [Result<NEARRPCStatus, NEARRPCFailure>] = []
    for index in endpoints.indices {
      let endpoint = RPCEndpoint(client: self, index: index, deadline: clock.elapsed() + timeout)
      do throws(RPCProblem) {
        findings.append(.success(try await endpoint.vet()))
      } catch {
        guard case .endpoint(let failure) = error else { throw CancellationError() }
        findings.append(.failure(failure))
      }
    }
    return findings
  }
}

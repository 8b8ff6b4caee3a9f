internal import Encodings

extension NEARRPCClient {
  /// Queries an account at the final block.
  ///
  /// - Throws: ``NEARError`` `unknown_account`, or `rpc_unavailable`.
  public func viewAccount(_ account: NEARAccountID) async throws -> NEARAccountView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(.query("view_account", account: account))
    }
  }

  /// Queries an access key at the final block.
  ///
  /// Nodes answer `unknown_access_key` also for an account that does not exist. ``NEARAccessKeyChecker``
  /// distinguishes the two cases.
  ///
  /// - Throws: ``NEARError``: `unknown_access_key` or `unknown_account`, or `rpc_unavailable`.
  public func viewAccessKey(
    _ key: NEARPublicKey, of account: NEARAccountID
  ) async throws -> NEARAccessKeyView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(.accessKey(key, of: account))
    }
  }

  /// Queries all access keys of an account at the final block. The list is also empty for an account that does
  /// not exist.
  ///
  /// - Throws: ``NEARError``: `unknown_account` from nodes that report it, or `rpc_unavailable`.
  public func viewAccessKeys(of account: NEARAccountID) async throws -> NEARAccessKeyListView {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.view(.query("view_access_key_list", account: account))
    }
  }

  /// Calls a view function of a contract at the final block, which needs no signature.
  ///
  /// - Parameters:
  ///   - method: The name of the function.
  ///   - contract: The account of the contract.
  ///   - arguments: The arguments of the function, usually JSON.
  /// - Returns: The result and the logs of the function.
  /// - Throws: ``NEARError``: `unknown_account`, `no_contract` or `contract_failed`, or `rpc_unavailable`.
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

  /// Queries a block.
  ///
  /// - Throws: ``NEARError``: `unknown_block` if every endpoint answered and none has the block, or
  ///   `rpc_unavailable`.
  public func block(_ selector: NEARBlockSelector = .final) async throws -> NEARBlockView {
    try await firstAnswer { endpoint throws(RPCProblem) in try await endpoint.block(selector) }
  }

  /// Queries the status of a transaction.
  ///
  /// The node waits for the given stage, usually for at most ten seconds. Configure the client's ``timeout``
  /// accordingly.
  ///
  /// - Parameters:
  ///   - hash: The hash of the transaction, 32 bytes in base58.
  ///   - sender: The account that signed it.
  ///   - stage: The stage to wait for.
  /// - Returns: The progress and the outcome of the transaction.
  /// - Throws: ``NEARError``: `unknown_transaction` if every endpoint answered and none has the transaction, or
  ///   `rpc_unavailable`.
  public func transaction(
    _ hash: String, sender: NEARAccountID, waitUntil stage: NEARExecutionStage = .executedOptimistic
  ) async throws -> NEARTransactionView {
    let request = RPCRequest(
      method: "tx",
      parameters: [
        "tx_hash": .string(hash), "sender_account_id": .string(sender.description),
        "wait_until": .string(stage.rawValue),
      ])
    return try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.validate()
      let view = try await endpoint.send(request) { try NEARTransactionView(reading: $0) }
      guard view.hash == nil || view.hash == hash else {
        throw endpoint.failure(.malformedAnswer, "It returned another transaction.")
      }
      return view
    }
  }

  /// Queries the status of the first endpoint that answers. The status is not validated.
  ///
  /// - Throws: ``NEARError`` `rpc_unavailable`.
  public func status() async throws -> NEARRPCStatus {
    try await firstAnswer { endpoint throws(RPCProblem) in
      try await endpoint.send(.status) { try NEARRPCStatus(reading: $0) }
    }
  }

  /// Queries and validates the status of every endpoint, in the configured order.
  ///
  /// Use it for monitoring: it reports an endpoint of the wrong network, while ordinary calls silently use the
  /// next endpoint. Each endpoint has the client's ``timeout``.
  ///
  /// - Throws: `CancellationError`.
  public func examineEndpoints() async throws -> [Result<NEARRPCStatus, NEARRPCFailure>] {
    var findings: [Result<NEARRPCStatus, NEARRPCFailure>] = []
    for index in endpoints.indices {
      let endpoint = RPCEndpoint(client: self, index: index, deadline: clock.elapsed() + timeout)
      do throws(RPCProblem) {
        findings.append(.success(try await endpoint.validate()))
      } catch {
        guard case .endpoint(let failure) = error else { throw CancellationError() }
        findings.append(.failure(failure))
      }
    }
    return findings
  }
}

internal import Encodings
public import NEAR

// Queries of the chain. They need no approval, and any number of them can run at once.
extension NEARWalletManager {
  /// Queries an account at the final block.
  ///
  /// - Parameter accountId: The account; nil for the signed-in account.
  /// - Returns: The state of the account.
  /// - Throws: ``NEAR/NEARError``: `not_signed_in`, `unknown_account`, `rpc_unavailable`.
  public func viewAccount(_ accountId: String? = nil) async throws -> NEARAccountView {
    try await rpc.viewAccount(account(accountId))
  }

  /// Calls a view function of a contract, which needs no signature.
  ///
  /// - Parameters:
  ///   - contractId: The account of the contract.
  ///   - methodName: The name of the function.
  ///   - args: The arguments, sent as JSON.
  /// - Returns: The result and the logs of the function.
  /// - Throws: ``NEAR/NEARError``: `no_contract`, `contract_failed`, `rpc_unavailable` and others.
  public func viewFunction(
    contractId: String, methodName: String, args: [String: Any] = [:]
  ) async throws -> NEARFunctionView {
    let arguments = try JSONDictionary.json(args).serialized()
    return try await rpc.callFunction(
      methodName, of: account(contractId), arguments: arguments)
  }

  /// Queries the access keys of an account at the final block.
  ///
  /// - Parameter accountId: The account; nil for the signed-in account.
  /// - Returns: The keys with their permissions.
  /// - Throws: ``NEAR/NEARError``: `not_signed_in`, `rpc_unavailable` and others.
  public func viewAccessKeys(_ accountId: String? = nil) async throws -> NEARAccessKeyListView {
    try await rpc.viewAccessKeys(of: account(accountId))
  }

  /// Queries one access key of an account at the final block.
  public func viewAccessKey(_ publicKey: String, of accountId: String? = nil) async throws
    -> NEARAccessKeyView
  {
    try await rpc.viewAccessKey(
      NEARPublicKey(parsing: publicKey), of: account(accountId))
  }

  /// Queries the status of a transaction.
  ///
  /// - Parameters:
  ///   - hash: The hash of the transaction, in base58.
  ///   - senderId: The signer of the transaction; nil for the signed-in account.
  /// - Returns: The progress and the outcome of the transaction.
  /// - Throws: ``NEAR/NEARError``: `unknown_transaction`, `rpc_unavailable` and others.
  public func transactionStatus(_ hash: String, senderId: String? = nil) async throws -> NEARTransactionView {
    try await rpc.transaction(hash, sender: account(senderId))
  }

  private func account(_ id: String?) throws(NEARError) -> NEARAccountID {
    guard let id = id ?? currentAccount?.accountId else { throw .notSignedIn }
    return try NEARAccountID(parsing: id)
  }
}

internal import Encodings
public import NEAR

// What the chain's nodes say; nobody is asked for approval, and any number may wait at once.
extension NEARWalletManager {
  /// An account at the final block.
  ///
  /// - Parameter accountId: Which; nil for the one signed in.
  /// - Returns: What the chain has of it.
  /// - Throws: ``NEAR/NEARError``: `not_signed_in`, `unknown_account`, `rpc_unavailable`.
  public func viewAccount(_ accountId: String? = nil) async throws -> NEARAccountView {
    try await rpc.viewAccount(account(accountId))
  }

  /// What a function of a contract answers, called without signing anything.
  ///
  /// - Parameters:
  ///   - contractId: The account the contract is on.
  ///   - methodName: The function.
  ///   - args: What it is given, as JSON.
  /// - Returns: What it returned and logged.
  /// - Throws: ``NEAR/NEARError``: `no_contract`, `contract_failed`, `rpc_unavailable` and others.
  public func viewFunction(
    contractId: String, methodName: String, args: [String: Any] = [:]
  ) async throws -> NEARFunctionView {
    let arguments = try JSONDictionary.json(args).serialized()
    return try await rpc.callFunction(
      methodName, of: account(contractId), arguments: arguments)
  }

  /// The access keys of an account at the final block.
  ///
  /// - Parameter accountId: Which; nil for the one signed in.
  /// - Returns: The keys, with what each may do.
  /// - Throws: ``NEAR/NEARError``: `not_signed_in`, `rpc_unavailable` and others.
  public func viewAccessKeys(_ accountId: String? = nil) async throws -> NEARAccessKeyListView {
    try await rpc.viewAccessKeys(of: account(accountId))
  }

  /// One access key of an account at the final block.
  public func viewAccessKey(_ publicKey: String, of accountId: String? = nil) async throws
    -> NEARAccessKeyView
  {
    try await rpc.viewAccessKey(
      NEARPublicKey(parsing: publicKey), of: account(accountId))
  }

  /// What has become of a transaction.
  ///
  /// - Parameters:
  ///   - hash: Its hash, in base58.
  ///   - senderId: Who signed it; nil for the account signed in.
  /// - Returns: How far it has come.
  /// - Throws: ``NEAR/NEARError``: `unknown_transaction`, `rpc_unavailable` and others.
  public func transactionStatus(_ hash: String, senderId: String? = nil) async throws -> NEARTransactionView {
    try await rpc.transaction(hash, sender: account(senderId))
  }

  private func account(_ id: String?) throws(NEARError) -> NEARAccountID {
    guard let id = id ?? currentAccount?.accountId else { throw .notSignedIn }
    return try NEARAccountID(parsing: id)
  }
}

internal import Encodings
public import NEAR

extension NEARWalletManager {
  /// Sends NEAR to an account.
  ///
  /// - Parameters:
  ///   - receiverId: The receiving account.
  ///   - amountYocto: The amount in yoctoNEAR, as digits; see ``toYoctoNEAR(_:)``.
  /// - Returns: The transaction's hash, and whether the chain confirmed it.
  /// - Throws: ``NEAR/NEARError``.
  public func sendNEAR(to receiverId: String, amountYocto: String) async throws -> TransactionResult {
    guard let deposit = try? NEARAmount(parsingYocto: amountYocto) else {
      throw NEARError.invalidTransaction("The amount must be a whole number of yoctoNEAR.")
    }
    return try await signAndSendTransaction(receiverId: receiverId, actions: [.transfer(deposit: deposit)])
  }

  /// Calls a function of a contract.
  ///
  /// - Parameters:
  ///   - contractId: The account of the contract.
  ///   - methodName: The name of the function.
  ///   - args: The arguments, sent as JSON.
  ///   - gas: The gas limit, as digits; 30 Tgas by default.
  ///   - deposit: The attached deposit in yoctoNEAR, as digits.
  /// - Returns: The transaction's hash, and whether the chain confirmed it.
  /// - Throws: ``NEAR/NEARError``.
  public func callFunction(
    contractId: String, methodName: String, args: [String: Any] = [:], gas: String = "30000000000000",
    deposit: String = "0"
  ) async throws -> TransactionResult {
    let action: [String: Any] = [
      "type": "FunctionCall",
      "params": ["methodName": methodName, "args": args, "gas": gas, "deposit": deposit],
    ]
    return try await signAndSendTransaction(receiverId: contractId, actions: [action])
  }

  /// Signs and sends a transaction with actions in near-connect's dictionary format.
  ///
  /// - Parameters:
  ///   - receiverId: The account to which the actions apply.
  ///   - actions: The actions, such as `["type": "Transfer", "params": ["deposit": "1"]]`.
  /// - Returns: The transaction's hash, and whether the chain confirmed it.
  /// - Throws: ``NEAR/NEARError``: `invalid_transaction` with the invalid action in its reason.
  public func signAndSendTransaction(
    receiverId: String, actions: [[String: Any]]
  ) async throws -> TransactionResult {
    try await send([TransactionRequest(receiverId: receiverId, actions: actions)])
  }

  /// Signs and sends a transaction.
  public func signAndSendTransaction(receiverId: String, actions: [NEARAction]) async throws
    -> TransactionResult
  {
    try await send([TransactionRequest(receiverId: receiverId, actions: actions)])
  }

  /// Signs and sends several transactions in the given order.
  public func signAndSendTransactions(_ transactions: [TransactionRequest]) async throws -> TransactionResult
  {
    try await send(transactions)
  }

  /// Signs and sends several transactions, given as dictionaries with the members `receiverId` and `actions`.
  public func signAndSendTransactions(_ transactions: [[String: Any]]) async throws -> TransactionResult {
    try await send(requests(transactions))
  }

  /// Signs delegate actions, which a relayer submits and pays for (NEP-366).
  ///
  /// - Parameter delegateActions: Dictionaries with the members `receiverId` and `actions`.
  /// - Returns: The signed delegate actions. The manager has verified that each matches its request and has a
  ///   valid signature.
  /// - Throws: ``NEAR/NEARError``: `unsupported_by_wallet`, `mismatched_wallet_answer` and others.
  public func signDelegateActions(delegateActions: [[String: Any]]) async throws -> DelegateActionResult {
    try await signDelegateActions(delegateActions: requests(delegateActions))
  }

  /// Signs delegate actions, which a relayer submits and pays for (NEP-366).
  public func signDelegateActions(delegateActions: [TransactionRequest]) async throws -> DelegateActionResult
  {
    let (list, known) = try checked(delegateActions)
    return try await operate(.signDelegateActions, exclusive: requiresExclusiveUse(of: known)) { _ in
      let (account, wallet) = try await signedIn()
      guard wallet.features.contains(.signDelegateActions) else {
        throw NEARError.unsupported(by: wallet, "sign delegate actions")
      }
      let answer = try await request(
        "signDelegateActions", of: wallet,
        ["signerId": .string(account.accountId), "delegateActions": .array(list)])
      return try DelegateCheck(requests: delegateActions, accountId: account.accountId).check(answer)
    }
  }

  private func send(_ transactions: [TransactionRequest]) async throws -> TransactionResult {
    let (list, known) = try checked(transactions)
    let rpc = rpc
    let answer = try await operate(.sendTransaction, exclusive: requiresExclusiveUse(of: known)) { _ in
      let (account, wallet) = try await signedIn()
      return try await request(
        "signAndSendTransactions", of: wallet,
        ["signerId": .string(account.accountId), "transactions": .array(list)])
    }
    // This check is not part of the operation: closing the wallet window must not cancel the result of a sent
    // transaction.
    return try await reporting {
      try await TransactionCheck(
        requests: transactions, accountId: known.accountId, rpc: rpc,
        timeLimit: configuration.confirmationTimeLimit
      ).check(answer)
    }
  }

  private func requests(_ dictionaries: [[String: Any]]) throws(NEARError) -> [TransactionRequest] {
    var requests: [TransactionRequest] = []
    for dictionary in dictionaries { requests.append(try TransactionRequest(dictionary)) }
    return requests
  }

  private func checked(_ requests: [TransactionRequest]) throws(NEARError) -> ([JSONValue], NEARAccount) {
    guard !requests.isEmpty else { throw .invalidTransaction("The request contains no transaction.") }
    var list: [JSONValue] = []
    for request in requests { list.append(try request.json()) }
    guard let account = currentAccount else { throw .notSignedIn }
    return (list, account)
  }
}

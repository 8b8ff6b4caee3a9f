internal import Encodings
public import NEAR

extension NEARWalletManager {
  /// Sends NEAR.
  ///
  /// - Parameters:
  ///   - receiverId: Whom to.
  ///   - amountYocto: How many yoctoNEAR, as digits; ``toYoctoNEAR(_:)`` makes them of NEAR.
  /// - Returns: Its hash, and whether the chain confirmed it.
  /// - Throws: ``NEAR/NEARError``.
  public func sendNEAR(to receiverId: String, amountYocto: String) async throws -> TransactionResult {
    guard let deposit = try? NEARAmount(parsingYocto: amountYocto) else {
      throw NEARError.invalidTransaction("An amount is a whole number of yoctoNEAR.")
    }
    return try await signAndSendTransaction(receiverId: receiverId, actions: [.transfer(deposit: deposit)])
  }

  /// Calls a function of a contract.
  ///
  /// - Parameters:
  ///   - contractId: The account the contract is on.
  ///   - methodName: The function.
  ///   - args: What it is given, as JSON.
  ///   - gas: The most gas it may burn, as digits: 30 Tgas unless said otherwise.
  ///   - deposit: How many yoctoNEAR go with it, as digits.
  /// - Returns: The hash of the transaction, and whether the chain confirmed it.
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

  /// Signs and sends a transaction of near-connect's action dictionaries.
  ///
  /// - Parameters:
  ///   - receiverId: Whom the actions are done to.
  ///   - actions: Such as `["type": "Transfer", "params": ["deposit": "1"]]`.
  /// - Returns: Its hash, and whether the chain confirmed it.
  /// - Throws: ``NEAR/NEARError``: `invalid_transaction` names what is wrong with an action.
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

  /// Signs and sends several transactions, in this order.
  public func signAndSendTransactions(_ transactions: [TransactionRequest]) async throws -> TransactionResult
  {
    try await send(transactions)
  }

  /// Signs and sends several transactions of dictionaries with the members `receiverId` and `actions`.
  public func signAndSendTransactions(_ transactions: [[String: Any]]) async throws -> TransactionResult {
    try await send(requests(transactions))
  }

  /// Signs delegate actions, which a relayer sends and pays for (NEP-366).
  ///
  /// - Parameter delegateActions: Dictionaries with the members `receiverId` and `actions`.
  /// - Returns: The signed delegate actions: each is what was asked for, and its signature holds.
  /// - Throws: ``NEAR/NEARError``: `unsupported_by_wallet`, `mismatched_wallet_answer` and others.
  public func signDelegateActions(delegateActions: [[String: Any]]) async throws -> DelegateActionResult {
    try await signDelegateActions(delegateActions: requests(delegateActions))
  }

  /// Signs delegate actions, which a relayer sends and pays for (NEP-366).
  public func signDelegateActions(delegateActions: [TransactionRequest]) async throws -> DelegateActionResult
  {
    let (list, known) = try checked(delegateActions)
    return try await operate(alone: isAlone(known)) { _ in
      let (account, wallet) = try await signedIn()
      guard wallet.features.contains(.signDelegateActions) else {
        throw NEARError.unsupported(by: wallet, "sign delegate actions")
      }
      let answer = try await ask(
        "signDelegateActions", of: wallet,
        ["signerId": .string(account.accountId), "delegateActions": .array(list)])
      return try DelegateCheck(requests: delegateActions, accountId: account.accountId).check(answer)
    }
  }

  private func send(_ transactions: [TransactionRequest]) async throws -> TransactionResult {
    let (list, known) = try checked(transactions)
    let rpc = rpc
    let answer = try await operate(alone: isAlone(known)) { _ in
      let (account, wallet) = try await signedIn()
      return try await ask(
        "signAndSendTransactions", of: wallet,
        ["signerId": .string(account.accountId), "transactions": .array(list)])
    }
    // Outside of the operation: closing the wallets' window does not take back what the wallet has sent.
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
    guard !requests.isEmpty else { throw .invalidTransaction("There is nothing to sign.") }
    var list: [JSONValue] = []
    for request in requests { list.append(try request.json()) }
    guard let account = currentAccount else { throw .notSignedIn }
    return (list, account)
  }
}

internal import Encodings
internal import NEAR

/// Checks what a wallet answered to transactions against what it was asked for, and against the chain.
struct TransactionCheck {
  let requests: [TransactionRequest]
  let accountId: String
  let rpc: NEARRPCClient
  /// How long the chain is asked for the outcome of each transaction.
  let timeLimit: Duration

  /// The result.
  ///
  /// - Throws: `malformed_wallet_answer`, `mismatched_wallet_answer`, `unknown_transaction`, or
  ///   `transaction_failed`.
  func check(_ value: JSONValue) async throws -> TransactionResult {
    let outcomes = TransactionOutcome.read(value)
    guard outcomes.count == requests.count else {
      throw outcomes.isEmpty
        ? NEARError.malformedAnswer("it has no transaction hash")
        : .mismatch("it sent \(outcomes.count) transactions of \(requests.count)")
    }
    guard Set(outcomes.map(\.hash)).count == outcomes.count else {
      throw NEARError.mismatch("it sent one transaction twice")
    }
    for (outcome, request) in zip(outcomes, requests) { try outcome.check(against: request, accountId) }
    var isChecked = true
    for (outcome, request) in zip(outcomes, requests) {
      let isConfirmed = try await confirm(outcome.hash, request)
      isChecked = isChecked && isConfirmed
    }
    return TransactionResult(
      transactionHashes: outcomes.map(\.hash), rawResult: value.serializedString(), isChecked: isChecked)
  }

  /// Whether the chain shows that the transaction is what was asked for and succeeded. What a wallet says of an
  /// outcome is not evidence. If no node can be asked, the transaction may have succeeded all the same, so that
  /// is not an error.
  private func confirm(_ hash: String, _ request: TransactionRequest) async throws -> Bool {
    let confirmation = TransactionConfirmation(
      rpc: rpc, sender: try NEARAccountID(parsing: accountId), timeLimit: timeLimit)
    guard let view = try await confirmation.outcome(of: hash) else { return false }
    if case .failure = view.outcome { throw TransactionOutcome.failed(hash) }
    guard let signer = view.signerID, let receiver = view.receiverID else { return false }
    return try TransactionOutcome.isOf(
      request, accountId, hash: hash, signer: signer.description, receiver: receiver.description,
      actions: view.shownActions)
  }
}

internal import Encodings
internal import NEAR

/// Verifies a wallet's answer to transactions against the requests and the chain.
struct TransactionCheck {
  let requests: [TransactionRequest]
  let accountId: String
  let rpc: NEARRPCClient
  /// The time for which the chain is queried for the outcome of each transaction.
  let timeLimit: Duration

  /// Verifies the answer.
  ///
  /// - Throws: `malformed_wallet_answer`, `mismatched_wallet_answer`, `unknown_transaction`, or
  ///   `transaction_failed`.
  func check(_ value: JSONValue) async throws -> TransactionResult {
    let outcomes = TransactionOutcome.read(value)
    guard outcomes.count == requests.count else {
      throw outcomes.isEmpty
        ? NEARError.malformedAnswer("it has no transaction hash")
        : .mismatch("it contains \(outcomes.count) transactions for \(requests.count) requests")
    }
    guard Set(outcomes.map(\.hash)).count == outcomes.count else {
      throw NEARError.mismatch("it contains the same transaction twice")
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

  /// Whether the chain shows that the transaction matches the request and succeeded. The wallet's own report is
  /// not evidence. If no node answers, the transaction may still have succeeded, so the result is false instead
  /// of an error.
  private func confirm(_ hash: String, _ request: TransactionRequest) async throws -> Bool {
    let confirmation = TransactionConfirmation(
      rpc: rpc, sender: try NEARAccountID(parsing: accountId), timeLimit: timeLimit)
    guard let view = try await confirmation.outcome(of: hash) else { return false }
    if case .failure = view.outcome { throw TransactionOutcome.failed(hash) }
    guard let signer = view.signerID, let receiver = view.receiverID else { return false }
    return try TransactionOutcome.matches(
      request, accountId, hash: hash, signer: signer.description, receiver: receiver.description,
      actions: view.shownActions)
  }
}

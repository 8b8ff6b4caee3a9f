internal import Encodings
internal import NEAR

/// Checks what a wallet answered to transactions against what it was asked for.
struct TransactionCheck {
  let requests: [TransactionRequest]
  let accountId: String
  let rpc: NEARRPCClient

  /// The result.
  ///
  /// - Throws: `malformed_wallet_answer`, `mismatched_wallet_answer`, or `transaction_failed`.
  func check(_ value: JSONValue) async throws(NEARError) -> TransactionResult {
    let outcomes = TransactionOutcome.read(value)
    guard outcomes.count == requests.count else {
      throw outcomes.isEmpty
        ? .malformedAnswer("it has no transaction hash")
        : .mismatch("it sent \(outcomes.count) transactions of \(requests.count)")
    }
    guard Set(outcomes.map(\.hash)).count == outcomes.count else {
      throw .mismatch("it sent one transaction twice")
    }
    var isChecked = true
    for (outcome, request) in zip(outcomes, requests) {
      if try outcome.isOf(request, accountId) { continue }
      let seen = try await lookUp(outcome.hash, request)
      isChecked = isChecked && seen
    }
    return TransactionResult(
      transactionHashes: outcomes.map(\.hash), rawResult: value.serializedString(), isChecked: isChecked)
  }

  /// Holds a transaction of which the wallet answered the hash alone against the chain; false when nobody can
  /// be asked. It may have been carried out all the same, so that is no error.
  private func lookUp(_ hash: String, _ request: TransactionRequest) async throws(NEARError) -> Bool {
    let view: NEARTransactionView
    do {
      view = try await rpc.transaction(hash, sender: NEARAccountID(parsing: accountId))
    } catch {
      return false
    }
    if case .failure = view.outcome { throw TransactionOutcome.failed(hash) }
    guard let signer = view.signerID, let receiver = view.receiverID else { return false }
    return try TransactionOutcome.isOf(
      request, accountId, hash: hash, signer: signer.description, receiver: receiver.description,
      actions: view.shownActions)
  }
}

internal import NEAR

/// Queries the chain for the outcome of a transaction until the outcome is final or the time limit has passed.
struct TransactionConfirmation {
  let rpc: NEARRPCClient
  let sender: NEARAccountID
  let timeLimit: Duration

  /// The time between two queries, a little less than the time between two blocks.
  private static let interval = Duration.milliseconds(500)

  /// Waits for the outcome.
  ///
  /// - Returns: The transaction; nil if no node answers, or if the outcome is not final within the time limit.
  /// - Throws: `unknown_transaction` if the nodes do not know the transaction after the time limit.
  func outcome(of hash: String) async throws -> NEARTransactionView? {
    let end = ContinuousClock.now + timeLimit
    while true {
      let view: NEARTransactionView?
      do {
        view = try await rpc.transaction(hash, sender: sender, waitUntil: .none)
      } catch let error as NEARError {
        guard error.code == .unknownTransaction else { return nil }
        view = nil
      }
      if let view, view.isFinal { return view }
      guard ContinuousClock.now + Self.interval < end else {
        if view == nil { throw NEARError.unknownTransaction(hash) }
        return nil
      }
      try await Task.sleep(for: Self.interval)
    }
  }
}

extension NEARTransactionView {
  /// Whether the outcome cannot change: the blocks of all receipts are final (NEAR RPC §tx, `FINAL`).
  fileprivate var isFinal: Bool { outcome != .pending && stage == .final }
}

extension NEARError {
  fileprivate static func unknownTransaction(_ hash: String) -> NEARError {
    NEARError(
      code: .unknownTransaction,
      reason: "The chain does not know the transaction \(hash) that the wallet reported. "
        + "Check the account before you send it again.")
  }
}

internal import NEAR

/// Asks the chain for the outcome of a transaction until it is in final blocks or the time limit is over.
struct TransactionConfirmation {
  let rpc: NEARRPCClient
  let sender: NEARAccountID
  let timeLimit: Duration

  /// A block takes a little longer than this.
  private static let interval = Duration.milliseconds(500)

  /// The transaction with its outcome.
  ///
  /// - Returns: nil when no node can be asked, or when the outcome is not final within the time limit.
  /// - Throws: `unknown_transaction` when the nodes still do not know the transaction after the time limit.
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
  /// Whether the outcome cannot change any more: the blocks of all receipts are final (NEAR RPC §tx, `FINAL`).
  fileprivate var isFinal: Bool { outcome != .pending && stage == .final }
}

extension NEARError {
  fileprivate static func unknownTransaction(_ hash: String) -> NEARError {
    NEARError(
      code: .unknownTransaction,
      reason: "The chain does not know transaction \(hash), which the wallet answered. "
        + "Look at the account before you send it again.")
  }
}

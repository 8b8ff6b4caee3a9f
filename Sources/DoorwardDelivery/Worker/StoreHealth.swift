import DoorwardThreads

/// Reports that the store fails: once, until it works again.
final class StoreHealth: Sendable {
  private let fails = Monitor(false)
  private let report: @Sendable () -> Void

  init(report: @escaping @Sendable () -> Void) { self.report = report }

  func succeeded() { fails.withLock { $0 = false } }

  func failed() {
    let isFirst = fails.withLock { fails in
      defer { fails = true }
      return !fails
    }
    if isFirst { report() }
  }
}

/// Reports that a service fails: once, until it works again.
package final class FailureReport: Sendable {
  private let fails = Monitor(false)
  private let report: @Sendable () -> Void

  /// - Parameter report: is called when failures begin.
  package init(report: @escaping @Sendable () -> Void) { self.report = report }

  package func succeeded() { fails.withLock { $0 = false } }

  package func failed() {
    let isFirst = fails.withLock { fails in
      defer { fails = true }
      return !fails
    }
    if isFirst { report() }
  }
}

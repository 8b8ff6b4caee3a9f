package import DoorwardStore
import DoorwardSystem
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Examines the running server.
///
/// An examination asks the mail server, so requests that arrive together share one, and its findings count for some seconds.
package final class HealthReports: Sendable {
  /// The seconds for which an examination counts.
  package static let lifetime: TimeInterval = 10

  private struct Examination {
    let startedAt: Date
    let findings: Task<[Finding], Never>
  }

  private let clock: WallClock
  private let version: String
  private let examine: @Sendable () async -> [Finding]
  private let last = Monitor<Examination?>(nil)

  /// - Parameters:
  ///   - clock: the clock.
  ///   - version: the version of the server.
  ///   - examine: examines the server.
  package init(
    clock: WallClock, version: String, examine: @escaping @Sendable () async -> [Finding]
  ) {
    self.clock = clock
    self.version = version
    self.examine = examine
  }

  /// The report on the state of now, or of some seconds ago.
  func current() async -> JSONValue {
    let now = clock.now
    let examination = last.withLock { last in
      if let last, (0..<Self.lifetime).contains(now.timeIntervalSince(last.startedAt)) { return last }
      let started = Examination(startedAt: now, findings: Task { [examine] in await examine() })
      last = started
      return started
    }
    let findings = await examination.findings.value
    return [
      "ok": .bool(!findings.contains { $0.status == .problem }), "version": .string(version),
      "examined_at": .time(examination.startedAt), "checks": .array(findings.map { .object($0.json) }),
    ]
  }
}

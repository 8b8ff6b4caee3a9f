package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Examines the running server. An examination asks the mail server, so its findings count for some seconds.
package struct HealthReports: Sendable {
  /// The seconds for which an examination counts.
  package static let lifetime: TimeInterval = 10

  private let version: String
  private let findings: SharedResult<[Finding]>

  /// - Parameters:
  ///   - clock: the clock.
  ///   - version: the version of the server.
  ///   - examine: examines the server.
  package init(
    clock: WallClock, version: String, examine: @escaping @Sendable () async -> [Finding]
  ) {
    self.version = version
    findings = SharedResult(for: Self.lifetime, clock: clock, examine)
  }

  /// The report on the state of now, or of some seconds ago.
  func current() async throws -> JSONValue {
    let (findings, startedAt) = try await findings.current()
    return [
      "ok": .bool(!findings.contains { $0.status == .problem }), "version": .string(version),
      "examined_at": .time(startedAt), "checks": .array(findings.map { .object($0.json) }),
    ]
  }
}

package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes one JSON object a line: what happened, when, and in which request.
///
/// A log line carries names and numbers of ours. Of a request it has the method, the parts of the path that are ours
/// (``LoggedPath``) and the address of the client: no token, signature, message or header.
package struct Logger: Sendable {
  /// How much a line matters; lines under the threshold are not written. The names are those of `log_level`.
  package enum Level: String, Sendable, Comparable, CaseIterable {
    /// Details and routine: health checks, refreshes.
    case debug
    /// Every request.
    case info
    /// What users did and were refused, and the start and stop of the server.
    case notice
    /// Something that the operator should look at.
    case warning
    /// Something that failed.
    case error

    package static func < (left: Level, right: Level) -> Bool { left.severity < right.severity }

    private var severity: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .notice: 2
      case .warning: 3
      case .error: 4
      }
    }
  }

  private let threshold: Level
  private let clock: WallClock
  private let write: @Sendable ([UInt8]) -> Void

  /// Sends lines, newline included, to `write`.
  package init(
    threshold: Level = .info, clock: WallClock = .system, write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.threshold = threshold
    self.clock = clock
    self.write = write
  }

  /// Writes lines to standard error, each in one call so that two never mix.
  package static func standardError(threshold: Level = .info, clock: WallClock = .system) -> Logger {
    Logger(threshold: threshold, clock: clock) { StandardStream.error.write($0) }
  }

  /// Keeps silent.
  package static var silent: Logger { Logger(threshold: .error) { _ in } }

  /// Whether lines of a level are written.
  package func writes(_ level: Level) -> Bool { level >= threshold }

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - level: how much it matters.
  ///   - message: a constant sentence; what varies goes into `members`.
  ///   - traceID: the request it belongs to.
  ///   - members: what varies, by snake_case name.
  package func log(
    _ level: Level, _ message: StaticString, traceID: String? = nil, _ members: JSONObject = JSONObject()
  ) {
    guard writes(level) else { return }
    var line = JSONObject()
    line["time"] = .string(Timestamp(clock.now).rfc3339)
    line["level"] = .string(level.rawValue)
    line["message"] = .string("\(message)")
    if let traceID { line["trace_id"] = .string(traceID) }
    for member in members { line[member.key] = member.value }
    write(JSONValue.object(line).serialized() + [UInt8(ascii: "\n")])
  }
}

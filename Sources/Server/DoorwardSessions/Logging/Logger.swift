package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes one JSON object per line with the event, the time and the request.
///
/// A log line contains only names and numbers that the server defines. Of a request, it contains the method, the
/// known parts of the path (``LoggedPath``) and the address of the client. It never contains a token, a signature, a
/// message or a header.
package struct Logger: Sendable {
  /// The severity of a line. Lines below the threshold are not written. The names are the values of `log_level`.
  package enum Level: String, Sendable, Comparable, CaseIterable {
    /// Details and routine events, such as health checks and refreshes.
    case debug
    /// Every request.
    case info
    /// Actions of users, refused or not, and the start and stop of the server.
    case notice
    /// An event that the operator should look at.
    case warning
    /// A failure.
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
  private let flush: @Sendable () -> Void

  /// Sends each line, including its newline, to `write`.
  ///
  /// - Parameters:
  ///   - threshold: the lowest level that is written.
  ///   - clock: the clock of the lines.
  ///   - flush: called after a line of level `warning` or above, which may be the last one of a process.
  ///   - write: gets each line.
  package init(
    threshold: Level = .info, clock: WallClock = .system, flush: @escaping @Sendable () -> Void = {},
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.threshold = threshold
    self.clock = clock
    self.flush = flush
    self.write = write
  }

  /// Writes lines to standard error. Each line is one call, so two lines never mix.
  package static func standardError(threshold: Level = .info, clock: WallClock = .system) -> Logger {
    Logger(threshold: threshold, clock: clock) { StandardStream.error.write($0) }
  }

  /// Discards all lines.
  package static var silent: Logger { Logger(threshold: .error) { _ in } }

  /// Whether lines of a level are written.
  package func writes(_ level: Level) -> Bool { level >= threshold }

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - level: the severity of the line.
  ///   - message: a constant sentence. Variable parts go into `members`.
  ///   - traceID: the request that the line belongs to.
  ///   - members: the variable parts, by snake_case name.
  package func log(
    _ level: Level, _ message: StaticString, traceID: String? = nil, _ members: JSONObject = JSONObject()
  ) {
    guard writes(level) else { return }
    var line = JSONWriter()
    line.object { line in
      line.member("time", .string(Timestamp(clock.now).rfc3339))
      line.member("level", .string(level.rawValue))
      line.member("message", .string("\(message)"))
      if let traceID { line.member("trace_id", .string(traceID)) }
      for (name, value) in members { line.member(name, value) }
    }
    write(line.finish() + [UInt8(ascii: "\n")])
    if level >= .warning { flush() }
  }
}

/// The part of an error that the log may show: its code and its reason, never a value.
package enum LoggedError {
  package static func members(of error: any Error) -> JSONObject {
    guard let coded = error as? any CodedError else { return ["error": .string("\(type(of: error))")] }
    return ["error": .string(coded.codeName), "reason": .string(coded.reason)]
  }
}

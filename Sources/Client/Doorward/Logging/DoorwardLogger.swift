internal import Foundation

#if canImport(os)
  internal import os
#endif

/// The log for developers. Messages contain no secrets.
///
/// The static functions write to the system's log, or to standard error if the system has no log. A configuration can
/// have another logger.
public struct DoorwardLogger: Sendable {
  /// The importance of a message.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// A detail for debugging: each step of the session.
    case debug
    /// An event.
    case info
    /// A problem that has no effect yet.
    case warning
    /// A failure.
    case error

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// Takes a message.
  public var handler: @Sendable (Level, String) -> Void

  /// Makes a logger.
  public init(handler: @escaping @Sendable (Level, String) -> Void) { self.handler = handler }

  /// Writes messages of a level and above to the system's log, or to standard error.
  public static func system(from lowest: Level = .info) -> DoorwardLogger {
    #if canImport(os)
      let logger = os.Logger(subsystem: "org.doorward", category: "Doorward")
      return DoorwardLogger { level, message in
        guard level >= lowest else { return }
        switch level {
        case .debug: logger.debug("\(message, privacy: .public)")
        case .info: logger.info("\(message, privacy: .public)")
        case .warning: logger.warning("\(message, privacy: .public)")
        case .error: logger.error("\(message, privacy: .public)")
        }
      }
    #else
      return DoorwardLogger { level, message in
        guard level >= lowest else { return }
        // A closed standard error must not fail the app.
        try? FileHandle.standardError.write(contentsOf: Data("doorward: \(level): \(message)\n".utf8))
      }
    #endif
  }

  /// Drops all messages.
  public static let silent = DoorwardLogger { _, _ in }

  /// Logs a detail for debugging.
  public func debug(_ message: String) { handler(.debug, message) }
  /// Logs an event.
  public func info(_ message: String) { handler(.info, message) }
  /// Logs a problem that has no effect yet.
  public func warning(_ message: String) { handler(.warning, message) }
  /// Logs a failure.
  public func error(_ message: String) { handler(.error, message) }

  private static let standard = system(from: .debug)

  /// Logs a detail for debugging.
  public static func debug(_ message: String) { standard.debug(message) }
  /// Logs an event.
  public static func info(_ message: String) { standard.info(message) }
  /// Logs a problem that has no effect yet.
  public static func warning(_ message: String, _ error: (any Error)? = nil) {
    standard.warning(sentence(message, error))
  }
  /// Logs a failure and its error.
  public static func error(_ message: String, _ error: (any Error)? = nil) {
    standard.error(sentence(message, error))
  }

  private static func sentence(_ message: String, _ error: (any Error)?) -> String {
    error.map { "\(message): \($0)" } ?? message
  }
}

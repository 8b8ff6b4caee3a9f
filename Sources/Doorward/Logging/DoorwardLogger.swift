internal import Foundation

#if canImport(os)
  internal import os
#endif

/// Where messages for developers go. Nothing secret is ever among them.
///
/// The static functions write to the system's log, or to standard error where there is none; a configuration
/// can be handed another logger.
public struct DoorwardLogger: Sendable {
  /// How much a message matters.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// Only who looks for a mistake wants to know.
    case debug
    /// Something that happened.
    case info
    /// Something that should not be so, and does no harm yet.
    case warning
    /// Something that failed.
    case error

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// What is done with a message.
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
        // Where nobody can be told, an app goes on all the same.
        try? FileHandle.standardError.write(contentsOf: Data("doorward: \(level): \(message)\n".utf8))
      }
    #endif
  }

  /// Says nothing.
  public static let silent = DoorwardLogger { _, _ in }

  /// Something only who looks for a mistake wants to know.
  public func debug(_ message: String) { handler(.debug, message) }
  /// Something that happened.
  public func info(_ message: String) { handler(.info, message) }
  /// Something that should not be so, and does no harm yet.
  public func warning(_ message: String) { handler(.warning, message) }
  /// Something that failed.
  public func error(_ message: String) { handler(.error, message) }

  private static let standard = system(from: .debug)

  /// Something only who looks for a mistake wants to know.
  public static func debug(_ message: String) { standard.debug(message) }
  /// Something that happened.
  public static func info(_ message: String) { standard.info(message) }
  /// Something that should not be so, and does no harm yet.
  public static func warning(_ message: String, _ error: (any Error)? = nil) {
    standard.warning(sentence(message, error))
  }
  /// Something that failed, and why.
  public static func error(_ message: String, _ error: (any Error)? = nil) {
    standard.error(sentence(message, error))
  }

  private static func sentence(_ message: String, _ error: (any Error)?) -> String {
    error.map { "\(message): \($0)" } ?? message
  }
}

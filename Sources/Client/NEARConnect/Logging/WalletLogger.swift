internal import NEAR

/// Forwards messages for developers to the app's logger.
///
/// ```swift
/// configuration.logger = WalletLogger { level, message in logger.log(level: level, "\(message)") }
/// ```
///
/// A message names calls, wallets and error codes. It contains no content of a request or an answer.
public struct WalletLogger: Sendable {
  /// The importance of a message.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// A step that helps to find a bug.
    case debug
    /// A change of state that may interest the app.
    case info
    /// A failure from which the manager recovers.
    case warning
    /// A failure that the user sees.
    case error

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// Handles a message.
  public var handler: @Sendable (Level, String) -> Void

  /// Creates a logger.
  public init(handler: @escaping @Sendable (Level, String) -> Void) { self.handler = handler }

  /// Discards every message.
  public static let silent = WalletLogger { _, _ in }

  func debug(_ message: String) { handler(.debug, message) }
  func info(_ message: String) { handler(.info, message) }
  func warning(_ message: String) { handler(.warning, message) }
  func error(_ message: String) { handler(.error, message) }

  /// The code of an error. The message of a wallet's error is not logged, because it may quote the request.
  static func code(of error: any Error) -> String {
    let known = (error as? WalletFailure)?.error ?? error as? NEARError
    return known?.code.rawValue ?? "\(type(of: error))"
  }
}

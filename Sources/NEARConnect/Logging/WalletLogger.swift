internal import NEAR

/// Where messages for developers go: to the app's own logger.
///
/// ```swift
/// configuration.logger = WalletLogger { level, message in logger.log(level: level, "\(message)") }
/// ```
///
/// A message names calls, wallets and codes of errors. It never holds what was asked for or answered.
public struct WalletLogger: Sendable {
  /// How much a message matters.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// A step that helps to find a mistake.
    case debug
    /// A change that an app may want to know.
    case info
    /// A failure that the manager gets over.
    case warning
    /// A failure that the user sees.
    case error

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// What is done with a message.
  public var handler: @Sendable (Level, String) -> Void

  /// Makes a logger.
  public init(handler: @escaping @Sendable (Level, String) -> Void) { self.handler = handler }

  /// Drops every message.
  public static let silent = WalletLogger { _, _ in }

  func debug(_ message: String) { handler(.debug, message) }
  func info(_ message: String) { handler(.info, message) }
  func warning(_ message: String) { handler(.warning, message) }
  func error(_ message: String) { handler(.error, message) }

  /// The code of an error: what a wallet says of one may quote what it was asked for.
  static func code(of error: any Error) -> String {
    let known = (error as? WalletFailure)?.error ?? error as? NEARError
    return known?.code.rawValue ?? "\(type(of: error))"
  }
}

import Encodings

/// The reason why a ``PasswordHashPool`` did not do its work.
package struct PasswordHashPoolError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Too much work waits. The caller tries again after ``PasswordHashPoolError/retryAfter``.
    package static let busy = Code(rawValue: "password_hashing_busy")
    /// The pool was closed.
    package static let closed = Code(rawValue: "password_hashing_closed")
    /// The system has no thread for the pool.
    package static let noThread = Code(rawValue: "password_hashing_no_thread")
  }

  package let code: Code
  package let reason: String
  /// The seconds until the queue is likely to accept work; nil if trying again does not help.
  package let retryAfter: Int?

  static func busy(retryAfter: Int) -> PasswordHashPoolError {
    PasswordHashPoolError(
      code: .busy, reason: "Too many passwords are being checked. Try again in \(retryAfter) seconds.",
      retryAfter: retryAfter)
  }

  static var closed: PasswordHashPoolError {
    PasswordHashPoolError(code: .closed, reason: "The server is stopping.", retryAfter: nil)
  }

  static var noThread: PasswordHashPoolError {
    PasswordHashPoolError(
      code: .noThread, reason: "The system has no thread for password hashing.", retryAfter: nil)
  }
}

package import DoorwardServerRules
import DoorwardSodium
import Encodings

/// Checks, hashes and verifies passwords on separate threads.
///
/// ```swift
/// let stored = StoredHash(row.passwordHash)
/// switch try await pool.verify(text, against: stored, network: network) {
/// case .matched(let replacement):
///   // One transaction: compare the hash in the row with `stored`, replace it, open the session.
/// case .failed, .unverifiable:
///   // The same answer for unknown users and wrong passwords.
/// }
/// ```
///
/// Everything that costs time runs on the threads, also the preparation of Unicode text. Only the length of a text is
/// checked before. The memory of all hashes at once is at most the number of threads times
/// ``PasswordHasher/maximumMemoryBytes``.
///
/// Client networks are served in turn, so that one network with many requests does not delay the others. If the queue is
/// full, the newest request of the network with the most is refused for a request of a network with fewer. A network should be as large
/// as the network that one client can have: an IPv4 address, or the /56 of an IPv6 address.
package struct PasswordHashPool<Network: Hashable & Sendable>: Sendable {
  private let hasher: PasswordHasher
  private let policy: NewPasswordPolicy
  let threads: FairThreadPool<Network>

  /// Starts the threads. They end when the last copy of the pool is released.
  ///
  /// - Parameters:
  ///   - hasher: makes and verifies the hashes.
  ///   - policy: checks new passwords.
  ///   - threads: the hashes at the same time. More than the processors have cores is slower, not faster.
  ///   - queueLimit: the most hashes that wait.
  /// - Throws: ``PasswordHashPoolError`` `password_hashing_no_thread`.
  package init(
    hasher: PasswordHasher, policy: NewPasswordPolicy = NewPasswordPolicy(), threads: Int, queueLimit: Int
  ) throws(PasswordHashPoolError) {
    self.hasher = hasher
    self.policy = policy
    self.threads = try FairThreadPool(threads: threads, queueLimit: queueLimit)
  }

  /// The number of calls that wait for a thread.
  package var waiting: Int { threads.waiting }

  /// Compares a password with a stored hash.
  ///
  /// Each call computes one hash with the current parameters, also for an unknown user and an unreadable hash, so that the
  /// time does not show which users exist. A hash with other parameters or of another system costs its own time in
  /// addition, until the user's next sign-in replaces it.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - stored: the stored hash; nil if the user is not known or has no password.
  ///   - network: the client's network, whose share of the threads the work uses.
  /// - Returns: the result. See ``PasswordVerification`` for the write that follows.
  /// - Throws: ``PasswordRefusal`` before any work if the text is empty or too long, ``PasswordHashPoolError``
  ///   `password_hashing_busy` if too much work waits, ``PasswordHashError`` or `CancellationError`.
  package func verify(
    _ text: String, against stored: StoredHash?, network: Network
  ) async throws -> PasswordVerification {
    let password = try EnteredPassword(text)
    return try await threads.run(for: network) { [hasher] in try hasher.verify(password, against: stored) }
  }

  /// Checks a new password completely: rules, context, list of known passwords, estimate of its strength and service for
  /// breached passwords.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - rules: the rules of the application.
  ///   - context: the user's identifiers and names.
  ///   - network: the client's network, whose share of the threads the work uses.
  /// - Returns: the password, for ``hash(_:network:)``.
  /// - Throws: ``PasswordRefusal`` with a reason for the user, ``PasswordHashPoolError`` `password_hashing_busy`,
  ///   ``BlocklistError`` if the list cannot be read, ``PasswordHashError`` or `CancellationError`.
  package func check(
    _ text: String, by rules: PasswordRules, context: PasswordContext, network: Network
  ) async throws -> NewPassword {
    try await policy.check(text, by: rules, context: context, network: network, on: threads)
  }

  /// Hashes a new password for the store.
  ///
  /// `network` is the client's network, whose share of the threads the work uses.
  ///
  /// - Returns: the hash.
  /// - Throws: ``PasswordHashPoolError`` `password_hashing_busy`, ``PasswordHashError`` or `CancellationError`.
  package func hash(_ password: NewPassword, network: Network) async throws -> StoredHash {
    try await threads.run(for: network) { [hasher] in try hasher.hash(password) }
  }

  /// Encrypts the hash of another system for the store. The call is fast and uses no thread of the pool.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  package func seal(_ hash: ImportedHash) throws(PasswordHashError) -> StoredHash { try hasher.seal(hash) }

  /// Estimates the strength of a password that its user types, and says whether ``check(_:by:context:network:)`` would
  /// refuse it.
  ///
  /// - Parameters:
  ///   - text: the password as entered.
  ///   - rules: the rules of the application.
  ///   - context: the user's identifiers and names.
  ///   - network: the client's network, whose share of the threads the work uses.
  /// - Returns: the strength.
  /// - Throws: ``PasswordRefusal`` before any work if the text is empty or too long, ``PasswordHashPoolError``
  ///   `password_hashing_busy`, ``BlocklistError`` if the list cannot be read, ``PasswordHashError`` or
  ///   `CancellationError`.
  package func strength(
    of text: String, by rules: PasswordRules, context: PasswordContext, network: Network
  ) async throws -> PasswordStrength {
    try await policy.strength(of: text, by: rules, context: context, network: network, on: threads)
  }

  /// Accepts no further work and refuses the waiting work. The threads end after the work in progress.
  package func close() { threads.close() }
}

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

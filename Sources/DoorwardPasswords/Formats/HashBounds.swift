/// The highest cost of verifying a hash of another system. A hostile import file could otherwise exhaust memory or threads.
package struct HashBounds: Sendable, Hashable {
  /// The most memory of one verification, in KiB.
  package var kibibytes = 131_072
  /// The most work of Argon2 and scrypt: KiB that are written, over all passes and lanes.
  package var writtenKibibytes = 1_048_576
  /// The most iterations of PBKDF2.
  package var iterations = 2_000_000
  /// The highest cost of bcrypt. Each step doubles the work; 14 takes about a second.
  package var bcryptCost = 14

  /// The default bounds.
  package init() {}

  /// Refuses a hash whose verification costs more.
  func check(kibibytes: Int, repetitions: Int) throws(PasswordHashError) {
    let (written, overflow) = kibibytes.multipliedReportingOverflow(by: repetitions)
    guard kibibytes <= self.kibibytes, !overflow, written <= writtenKibibytes else { throw Self.excessive }
  }

  func check(iterations: Int) throws(PasswordHashError) {
    guard iterations <= self.iterations else { throw Self.excessive }
  }

  func check(bcryptCost: Int) throws(PasswordHashError) {
    guard bcryptCost <= self.bcryptCost else { throw Self.excessive }
  }

  static var excessive: PasswordHashError {
    PasswordHashError(
      .excessiveParameters, "The password hash needs more memory or time than this server allows.")
  }
}

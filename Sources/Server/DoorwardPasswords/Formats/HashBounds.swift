/// The cost that the verification of a hash of another system may have, and must have.
package struct HashBounds: Sendable, Hashable {
  /// The most memory of one verification, in KiB.
  package var kibibytes = 131_072
  /// The most work of Argon2 and scrypt: KiB that are written, over all passes and lanes.
  package var writtenKibibytes = 1_048_576
  /// The most iterations of PBKDF2.
  package var iterations = 2_000_000
  /// The highest cost of bcrypt. Each step doubles the work; 14 takes about a second.
  package var bcryptCost = 14
  /// The least cost of a hash that is handed over; nil for a hash that the store has already.
  package var minimum: HashMinimum? = HashMinimum()

  /// The default bounds. A hostile file could exhaust memory or threads without a maximum. Without a minimum, a thief of the
  /// database guesses the passwords that the other system had protected badly.
  package init() {}

  /// Refuses a hash whose verification costs more or less.
  ///
  /// - Throws: ``PasswordHashError`` `excessive_parameters` or `weak_parameters`.
  func check(_ cost: HashCost) throws(PasswordHashError) {
    let isAffordable =
      switch cost {
      case .memory(let kibibytes, _): kibibytes <= self.kibibytes && cost.writtenKibibytes <= writtenKibibytes
      case .iterations(let count): count <= iterations
      case .bcrypt(let exponent): exponent <= bcryptCost
      }
    guard isAffordable else { throw Self.excessive }
    try minimum?.check(cost)
  }

  static var excessive: PasswordHashError {
    PasswordHashError(
      .excessiveParameters, "The password hash needs more memory or time than this server allows.")
  }
}

/// The cost of verifying a hash.
enum HashCost: Sendable, Hashable {
  /// Argon2 and scrypt: KiB of memory, and how often they are written.
  case memory(kibibytes: Int, repetitions: Int)
  /// PBKDF2.
  case iterations(Int)
  /// The logarithm of the rounds of bcrypt.
  case bcrypt(Int)

  /// The KiB that Argon2 or scrypt writes.
  var writtenKibibytes: Int {
    guard case .memory(let kibibytes, let repetitions) = self else { return 0 }
    let (product, overflow) = kibibytes.multipliedReportingOverflow(by: repetitions)
    return overflow ? .max : product
  }
}

/// The least cost of a hash that is handed over. The hashes that Auth0, Clerk, Firebase and Supabase make have at least
/// this cost.
package struct HashMinimum: Sendable, Hashable {
  /// Argon2 and scrypt: the KiB that are written, over all passes and lanes. scrypt with N = 2^14 and r = 8, as Firebase uses
  /// it, writes exactly these.
  package var writtenKibibytes = 32_768
  /// PBKDF2; the least that NIST SP 800-63B §5.1.1.2 has asked for.
  package var iterations = 10_000
  /// bcrypt; the default of its libraries.
  package var bcryptCost = 10

  func check(_ cost: HashCost) throws(PasswordHashError) {
    let needed: String? =
      switch cost {
      case .memory where cost.writtenKibibytes < writtenKibibytes:
        "Argon2 and scrypt need parameters with which they write \(writtenKibibytes / 1024) MiB"
      case .iterations(let count) where count < iterations: "PBKDF2 needs \(iterations) iterations"
      case .bcrypt(let exponent) where exponent < bcryptCost: "bcrypt needs the cost \(bcryptCost)"
      default: nil
      }
    guard let needed else { return }
    throw PasswordHashError(
      .weakParameters,
      "The password hash is too cheap to guess: \(needed) at least. Without the hash, the user resets the password."
    )
  }
}

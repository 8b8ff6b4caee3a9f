import DoorwardOpenSSL
import DoorwardServerRules

@testable import DoorwardPasswords

/// The pepper whose key consists of this byte.
func pepper(_ byte: UInt8) throws -> Pepper {
  try Pepper(key: [UInt8](repeating: byte, count: 32), context: OpenSSLContext())
}

func ring(_ current: UInt8 = 1, previous: [UInt8] = []) throws -> PepperRing {
  try PepperRing(current: pepper(current), previous: previous.map(pepper))
}

extension HashBounds {
  /// Bounds for hashes of less than the minimum, which are computed faster.
  static var anyCost: HashBounds {
    var bounds = HashBounds()
    bounds.minimum = nil
    return bounds
  }
}

/// A hasher with the lowest cost that is allowed.
func fastHasher(_ current: UInt8 = 1, previous: [UInt8] = []) throws -> PasswordHasher {
  PasswordHasher(peppers: try ring(current, previous: previous))
}

/// A password as a user enters it.
func entered(_ text: String) throws -> EnteredPassword { try EnteredPassword(text) }

func digest(_ text: String) throws -> PasswordDigest { try PasswordDigest(of: entered(text)) }

/// A password that passed a check with rules for short passwords.
func newPassword(_ text: String) async throws -> NewPassword {
  let pool = try PasswordHashPool<Int>(hasher: fastHasher(), threads: 1, queueLimit: 1)
  var rules = PasswordRules.alone
  rules.minimumLength = 1
  return try await pool.check(text, by: rules, context: PasswordContext(), network: 0)
}

extension PasswordHasher {
  /// The hash of a new password.
  func hash(new text: String) async throws -> StoredHash { try hash(await newPassword(text)) }

  func verify(_ text: String, against stored: StoredHash?) throws -> PasswordVerification {
    try verify(EnteredPassword(text), against: stored)
  }
}

extension PasswordVerification {
  /// Whether the password is right and the hash stays.
  var isCurrent: Bool { self == .matched(replacement: nil) }

  /// The replacement of a hash that the password matches.
  var replacement: StoredHash? { if case .matched(let replacement) = self { replacement } else { nil } }
}

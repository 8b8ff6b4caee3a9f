import DoorwardSodium

/// A password hash that another system made. It is verified at the user's next sign-in and then replaced.
///
/// Hashes of other systems have no pepper, and some are fast to guess. So the store never has their text: the caller stores
/// the result of ``PasswordHashPool/seal(_:)``, as the user's ``StoredHash``.
///
/// The texts of Supabase and Django are read as they are. Exports of other systems have their own initializers.
package struct ImportedHash: Sendable {
  /// The hash in the form that is sealed.
  let text: String
  private let scheme: Scheme

  private enum Scheme: Sendable {
    case argon2(Argon2Hash)
    case bcrypt(BcryptHash)
    case pbkdf2(PBKDF2Hash)
    case scrypt(ScryptHash)
    case firebase(FirebaseScryptHash)

    var cost: HashCost {
      switch self {
      case .argon2(let hash): .memory(kibibytes: hash.kibibytes, repetitions: hash.passes)
      case .bcrypt(let hash): hash.cost
      case .pbkdf2(let hash): hash.cost
      case .scrypt(let hash): hash.cost
      case .firebase(let hash): hash.cost
      }
    }
  }

  /// Reads a text that names its own format: the PHC string formats of Argon2, scrypt and PBKDF2, bcrypt, and those of
  /// Django, Werkzeug and Supabase.
  ///
  /// `bounds` is the cost that the hash may have, and must have.
  ///
  /// - Throws: ``PasswordHashError``.
  package init(_ text: String, bounds: HashBounds = HashBounds()) throws(PasswordHashError) {
    guard text.utf8.count <= PHCText.maximumBytes, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      throw PasswordHashError(.malformedHash, "A password hash is a short ASCII text.")
    }
    if let legacy = LegacyScheme.name(of: text) { throw LegacyScheme.refusal(legacy) }
    scheme = try Self.parse(text)
    try bounds.check(scheme.cost)
    if case .firebase(let hash) = scheme { self.text = hash.text } else { self.text = text }
  }

  init(_ hash: FirebaseScryptHash, bounds: HashBounds) throws(PasswordHashError) {
    text = hash.text
    scheme = .firebase(hash)
    try bounds.check(scheme.cost)
  }

  private static func parse(_ text: String) throws(PasswordHashError) -> Scheme {
    // Django puts its own name of the format before the text of the library.
    if text.hasPrefix("argon2$") || text.hasPrefix("$argon2") {
      let hash = try Argon2Hash(text.hasPrefix("$") ? text : String(text.dropFirst(6)))
      guard hash.pepperID == nil else {
        throw PasswordHashError(
          .unknownPepper, "The password hash was made with the secret of another system.")
      }
      return .argon2(hash)
    }
    if text.hasPrefix("$2") || text.hasPrefix("bcrypt$") || text.hasPrefix("bcrypt_sha256$") {
      return .bcrypt(try BcryptHash(text))
    }
    if text.hasPrefix("$pbkdf2") || text.hasPrefix("pbkdf2") {
      return .pbkdf2(try PBKDF2Hash(text))
    }
    if text.hasPrefix("$scrypt$") || text.hasPrefix("scrypt$") || text.hasPrefix("scrypt:") {
      return .scrypt(try ScryptHash(text))
    }
    if text.hasPrefix("$fbscrypt$") { return .firebase(try FirebaseScryptHash(text)) }
    throw PasswordHashError(.unsupportedScheme, "The format of the password hash is not known.")
  }

  /// Whether a matching password is proven in full, so that a new hash may replace this one. Otherwise a new hash of what
  /// was typed would refuse the right password.
  func provesAll(of password: WipedBytes) -> Bool {
    if case .bcrypt(let hash) = scheme { hash.provesAll(of: password) } else { true }
  }

  /// Whether a password has this hash. The call blocks its thread; see ``PasswordHashPool``.
  ///
  /// - Parameter password: the UTF-8 bytes as the user typed them, because the other system hashed these.
  /// - Returns: whether the password is right.
  /// - Throws: ``PasswordHashError``.
  func isValid(_ password: WipedBytes) throws(PasswordHashError) -> Bool {
    switch scheme {
    case .argon2(let hash): try hash.isValid(password)
    case .bcrypt(let hash): try hash.isValid(password)
    case .pbkdf2(let hash): try hash.isValid(password)
    case .scrypt(let hash): try hash.isValid(password)
    case .firebase(let hash): try hash.isValid(password)
    }
  }
}

/// The formats that are refused by name, because attackers can test billions of guesses a second. A user whose
/// record has no hash resets the password.
enum LegacyScheme {
  private static let prefixes: [(prefix: String, name: String)] = [
    ("md5$", "salted MD5"), ("sha1$", "salted SHA-1"), ("unsalted_md5$", "MD5"), ("unsalted_sha1$", "SHA-1"),
    ("crypt$", "DES crypt"), ("$1$", "MD5 crypt"), ("$apr1$", "Apache MD5"), ("$P$", "phpass with MD5"),
    ("$H$", "phpass with MD5"), ("$3$", "NT hash"), ("{MD5}", "MD5"), ("{SMD5}", "salted MD5"),
    ("{SHA}", "SHA-1"), ("{SSHA}", "salted SHA-1"), ("{SHA256}", "SHA-256"), ("{SSHA256}", "salted SHA-256"),
    ("{SHA512}", "SHA-512"), ("{SSHA512}", "salted SHA-512"),
  ]

  /// The name of a legacy format; nil for another text.
  static func name(of text: String) -> String? {
    if let known = prefixes.first(where: { text.hasPrefix($0.prefix) }) { return known.name }
    guard HashText.hexadecimal(text) != nil else { return nil }
    return switch text.utf8.count {
    case 32: "MD5"
    case 40: "SHA-1"
    case 64: "SHA-256"
    case 128: "SHA-512"
    default: nil
    }
  }

  static func refusal(_ name: String) -> PasswordHashError {
    PasswordHashError(
      .legacyScheme,
      "Password hashes with \(name) are too weak to import. Without the hash, a record with an address can be imported; its user resets the password."
    )
  }
}

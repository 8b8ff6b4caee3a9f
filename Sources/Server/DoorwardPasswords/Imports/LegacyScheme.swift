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

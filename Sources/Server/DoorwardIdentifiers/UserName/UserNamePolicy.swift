package import DoorwardServerRules
import DoorwardUnicode

/// The rules for new user names beside their form: one script, and no name of the operator.
package struct UserNamePolicy: Sendable {
  /// Names that users could take for the operator or for a part of the service.
  package static let defaultReserved: Set<String> = [
    "abuse", "account", "accounts", "admin", "administrator", "anonymous", "api", "auth", "billing", "bot",
    "contact",
    "daemon", "doorward", "everyone", "guest", "help", "helpdesk", "hostmaster", "info", "login", "logout",
    "mail",
    "me", "mod", "moderator", "news", "noc", "nobody", "noreply", "null", "oauth", "official", "operator",
    "owner",
    "password", "payment", "payments", "postmaster", "press", "privacy", "register", "root", "sales",
    "security",
    "service", "settings", "signin", "signup", "ssladmin", "staff", "status", "su", "sudo", "superuser",
    "support",
    "sysadmin", "system", "team", "test", "trust", "undefined", "usenet", "user", "username", "verify",
    "webmaster",
    "www",
  ]

  private let reservedSkeletons: Set<String>

  /// Makes a policy.
  ///
  /// - Parameter reserved: names that are refused beside the default ones, such as the name of the application.
  package init(reserved: Set<String> = []) {
    reservedSkeletons = Set(Self.defaultReserved.union(reserved).map(Self.reservationKey))
  }

  /// Refuses a name that mixes scripts or that looks like a reserved name.
  ///
  /// - Parameter name: the name of a new user, or the new name of a user.
  /// - Returns: the skeleton, which must be unique.
  /// - Throws: ``IdentifierError``.
  package func admit(_ name: UserName) throws(IdentifierError) -> String {
    guard ScriptMix.isAllowed(name.text) else {
      throw IdentifierError(
        .userNameMixedScripts, "The user name mixes scripts. Use the letters of one script.")
    }
    guard !reservedSkeletons.contains(Self.reservationKey(name.text)) else {
      throw IdentifierError(.userNameReserved, "This user name is reserved. Choose another.")
    }
    return name.skeleton
  }

  /// The skeleton without separators, so that "ad.min" and "adm-in" are reserved too.
  private static func reservationKey(_ name: String) -> String {
    Confusables.skeleton(of: name.lowercased().filter { $0 != "." && $0 != "_" && $0 != "-" })
  }
}

/// The scripts of a user name: one script that is in modern use, or one of the combinations of East Asian writing. It is
/// the "Highly Restrictive" level of UTS #39 §5.2, but Latin letters are not mixed with East Asian scripts. The digits
/// belong to one system (§5.3).
enum ScriptMix {
  /// The scripts of UAX #31, table 5.
  private static let recommended: Set<String> = [
    "Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek",
    "Gujarati", "Gurmukhi", "Hangul", "Han", "Hebrew", "Hiragana", "Kannada", "Katakana", "Khmer", "Lao",
    "Latin",
    "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan",
  ]
  private static let combinations: [Set<String>] = [
    ["Han", "Hiragana", "Katakana"], ["Han", "Bopomofo"], ["Han", "Hangul"],
  ]

  /// Whether the scripts of a text may be in one user name.
  static func isAllowed(_ text: String) -> Bool {
    var scripts: Set<String> = []
    var zeros: Set<UInt32> = []
    for scalar in text.unicodeScalars {
      guard let script = script(of: scalar) else { return false }
      // Unicode encodes the ten digits of a system one after the other.
      if scalar.isDecimalDigit, let value = scalar.properties.numericValue {
        zeros.insert(scalar.value - UInt32(value))
      }
      if script != "Common", script != "Inherited" { scripts.insert(script) }
    }
    guard scripts.isSubset(of: recommended), zeros.count <= 1 else { return false }
    return scripts.count <= 1 || combinations.contains { scripts.isSubset(of: $0) }
  }

  /// The script; Arabic for the digits that Arabic shares with few other scripts (Script_Extensions).
  private static func script(of scalar: Unicode.Scalar) -> String? {
    (0x660...0x669).contains(scalar.value) ? "Arabic" : scalar.scriptName
  }
}

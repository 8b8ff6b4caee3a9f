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

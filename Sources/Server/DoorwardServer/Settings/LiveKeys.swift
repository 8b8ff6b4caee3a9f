import DoorwardAdministration
import DoorwardSessions

/// The keys of the configuration that take effect while the server runs.
enum LiveKeys {
  private static let sections: Set<String> = [
    "chains", "lifetimes", "limits", "mail", "near", "near_connect", "passwords", "rate_limits", "sms",
  ]
  /// A file of the machine, or the way to its networks, is set on the machine only. Otherwise an administrator could read the
  /// files of the server and the services beside it.
  private static let ofMachine: Set<String> = [
    "allow_private_addresses", "blocklist", "certificate_authorities", "range_allow_private_addresses",
  ]
  /// What a shorter time removes does not come back with an undo, and too many threads keep the server from starting.
  private static let lasting: Set<String> = [
    "lifetimes.event", "lifetimes.anonymous_user", "passwords.threads",
  ]
  /// The objects that are one value.
  static let whole: Set<String> = ["sms.countries"]
  /// The keys whose values are shown to nobody.
  static let secrets = SettingsSeal.secrets.union(["database", "master_key"])

  static func contains(_ path: String) -> Bool {
    let names = path.split(separator: ".").map(String.init)
    guard let section = names.first, let last = names.last else { return false }
    if path == "delivery.language" { return true }
    return sections.contains(section) && !lasting.contains(path) && !ofMachine.contains(last)
      && !last.hasSuffix("_file")
  }

  /// The path of the object that is one value, if the path is inside one; otherwise the path.
  static func value(of path: String) -> String { whole.first { path.hasPrefix("\($0).") } ?? path }
}

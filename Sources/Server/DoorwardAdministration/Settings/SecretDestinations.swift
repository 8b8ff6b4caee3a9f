import DoorwardSessions
import Encodings

/// The settings that decide where a secret is sent. A caller that changes them must not receive the stored secret.
enum SecretDestinations {
  private static let all: KeyValuePairs = [
    "mail.password": ["mail.host", "mail.port", "mail.security"], "sms.token": ["sms.base_url"],
  ]

  /// Refuses a change that sends a secret of the store to another place, unless it gives the secret too.
  ///
  /// - Parameters:
  ///   - before: the settings before, with their secrets.
  ///   - after: the settings after, with their secrets.
  ///   - given: the settings after, with those secrets alone that the change gives.
  /// - Throws: ``ConfigurationError``.
  static func check(
    from before: JSONObject, to after: JSONObject, giving given: JSONObject
  ) throws(ConfigurationError) {
    for (secret, destinations) in all {
      let kept = after.value(at: secret)
      guard kept != nil, kept == before.value(at: secret), given.value(at: secret) == nil,
        let changed = destinations.first(where: { before.value(at: $0) != after.value(at: $0) })
      else { continue }
      throw ConfigurationError(
        .invalidValue, key: secret, "give it again with \(changed), which changes where it is sent")
    }
  }

  /// What sets the secret that would be sent to a destination; nil if the path is none, or if the store may have the secret.
  static func place(of path: String, _ rules: SettingsRules) -> String? {
    for (secret, destinations) in all where destinations.contains(path) {
      if let place = rules.place(secret) ?? rules.place("\(secret)_file") { return place }
    }
    return nil
  }
}

package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
package import Encodings

/// An application as administrators see it.
package struct AdministeredApplication: Sendable {
  package let effective: EffectiveApplication
  /// The application with all default values, or the mistakes of its settings.
  package let result: Result<Application, ConfigurationError>
  /// The change that has made it so; nil if the application was only read.
  package let change: SettingsChange.ID?

  package init(
    _ effective: EffectiveApplication, _ result: Result<Application, ConfigurationError>,
    change: SettingsChange.ID? = nil
  ) {
    self.effective = effective
    self.result = result
    self.change = change
  }

  /// The settings with all default values, without the hashes of secrets. If the settings are refused, it has those that are set.
  package var json: JSONObject {
    var json: JSONObject
    switch result {
    case .success(let application):
      json = application.settings
      json["confidential"] = .bool(application.client.isConfidential)
      json["secrets"] = .array(application.client.secrets.map { .object($0.json) })
    case .failure(let error):
      json = ApplicationSecrets.removed(from: effective.settings)
      json["problem"] = ["field": .string(error.key), "detail": .string(error.reason)]
    }
    json["source"] = .string(effective.source.rawValue)
    json["is_editable"] = .bool(effective.source != .configuration)
    json["set_keys"] = .strings(effective.setKeys)
    json["version"] = .string(effective.version)
    return json
  }
}

extension EffectiveApplication {
  /// Changes with the settings, and with their source.
  package var version: String {
    let text = JSONValue.object(settings).serialized()
    return String(Base64URL.encode(SHA256.hash(Array("\(source.rawValue)\n".utf8) + text)).prefix(22))
  }

  /// The paths of the settings that are not default values.
  fileprivate var setKeys: [String] {
    var visible = settings
    visible["id"] = JSONValue?.none
    return visible.leaves.map(\.path)
  }
}

extension ClientSecret.Stored {
  /// The secret without its hash.
  package var json: JSONObject {
    ["id": .string(id), "created_at": .time(createdAt), "expires_at": .time(expiresAt)]
  }
}

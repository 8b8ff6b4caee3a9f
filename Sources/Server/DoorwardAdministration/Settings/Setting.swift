package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// A setting of the server as administrators see it.
package struct Setting: Sendable {
  package enum Source: String, Sendable {
    /// The file of the configuration.
    case configuration
    case environment
    case commandLine = "command_line"
    case store
    case standard = "default"
  }

  package let path: String
  package let kind: ConfigurationKey.Kind
  /// The value in force; null if there is none, and for a secret.
  package let value: JSONValue
  package let isSet: Bool
  package let source: Source
  /// The variable, the flag or the file that sets the value.
  package let place: String?
  /// Whether the setting takes effect while the server runs.
  package let isLive: Bool
  package let isSecret: Bool

  package init(
    path: String, kind: ConfigurationKey.Kind, value: JSONValue, isSet: Bool, source: Source, place: String?,
    isLive: Bool, isSecret: Bool
  ) {
    self.path = path
    self.kind = kind
    self.value = value
    self.isSet = isSet
    self.source = source
    self.place = place
    self.isLive = isLive
    self.isSecret = isSecret
  }

  /// Whether the store may have the setting: nothing else sets it.
  package var isEditable: Bool { isLive && (source == .store || source == .standard) }

  package var json: JSONObject {
    var json: JSONObject = [
      "key": .string(path), "kind": .string(kind.name), "source": .string(source.rawValue),
      "set_by": .text(place), "is_set": .bool(isSet), "is_editable": .bool(isEditable),
      "needs_restart": .bool(!isLive), "is_secret": .bool(isSecret),
    ]
    if !isSecret { json["value"] = value }
    if case .integer(let range) = kind {
      json["minimum"] = .integer(range.lowerBound)
      json["maximum"] = .integer(range.upperBound)
    }
    return json
  }
}

extension ConfigurationKey.Kind {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .boolean: "boolean"
    case .texts: "texts"
    case .integers: "integers"
    case .object: "object"
    case .objects: "objects"
    case .integer: "integer"
    }
  }
}

/// What the store may set, as the configuration of the server decides it.
package struct SettingsRules: Sendable {
  /// Whether a setting takes effect while the server runs.
  package let isLive: @Sendable (_ path: String) -> Bool
  /// The variable, the flag or the file that sets a value; nil if the store may set it.
  package let place: @Sendable (_ path: String) -> String?
  /// Reads the configuration with settings of the store, and the applications with it.
  ///
  /// `before` has the settings before the change. An application that was refused before may stay so.
  package let check:
    @Sendable (_ after: JSONObject, _ before: JSONObject, [ApplicationRecord]) throws(ConfigurationError) ->
      Void
  /// All settings in force, with those of the store.
  package let list: @Sendable (_ stored: JSONObject) -> [Setting]

  package init(
    isLive: @escaping @Sendable (String) -> Bool, place: @escaping @Sendable (String) -> String?,
    check:
      @escaping @Sendable (JSONObject, JSONObject, [ApplicationRecord]) throws(ConfigurationError) -> Void,
    list: @escaping @Sendable (JSONObject) -> [Setting]
  ) {
    self.isLive = isLive
    self.place = place
    self.check = check
    self.list = list
  }
}

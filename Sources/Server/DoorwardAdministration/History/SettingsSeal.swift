package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// Seals the secrets among the settings, and the values of changes.
package struct SettingsSeal: Sendable {
  /// The paths of the secrets among the settings of the server.
  package static let secrets: Set<String> = ["mail.password", "sms.token", "sms.secret"]

  private static let secretsPurpose = [UInt8]("secrets".utf8)
  private static let changePurpose = [UInt8]("change".utf8)

  private let key: DerivedKey

  /// - Parameter key: the key of ``KeyPurpose/settings``.
  package init(key: DerivedKey) { self.key = key }

  /// The settings of a record with their secrets.
  ///
  /// - Throws: the errors of the seal, for example if the master key is another one.
  package func opened(_ record: SettingsRecord) throws -> JSONObject {
    var settings = record.values
    guard !record.secrets.isEmpty else { return settings }
    let secrets = try JSONParser.parse(key.open(record.secrets, purpose: Self.secretsPurpose)).object
    for (path, value) in secrets ?? [:] { settings.set(value, at: path) }
    return settings
  }

  /// The settings without secrets.
  static func withoutSecrets(_ settings: JSONObject) -> JSONObject {
    var settings = settings
    for path in secrets { settings.set(JSONValue?.none, at: path) }
    return settings
  }

  /// A record of settings, with sealed secrets.
  func record(_ settings: JSONObject, revision: Int64) throws -> SettingsRecord {
    var (values, secrets) = (settings, JSONObject())
    for path in Self.secrets.sorted() {
      guard let secret = values.value(at: path) else { continue }
      secrets[path] = secret
      values.set(JSONValue?.none, at: path)
    }
    let sealed = try secrets.isEmpty ? [] : key.seal(text(secrets), purpose: Self.secretsPurpose)
    return SettingsRecord(revision: revision, values: values, secrets: sealed)
  }

  /// The sealed content of a change.
  func sealed(_ content: ChangedValues, of id: SettingsChange.ID) throws -> [UInt8] {
    try key.seal(text(content.json), purpose: Self.changePurpose + id.bytes)
  }

  /// The content of a change.
  func opened(_ change: SettingsChange) throws -> ChangedValues {
    let json = try JSONParser.parse(key.open(change.content, purpose: Self.changePurpose + change.id.bytes))
    return ChangedValues(before: json["before"]?.object, after: json["after"]?.object)
  }

  private func text(_ object: JSONObject) -> [UInt8] { JSONValue.object(object).serialized() }
}

/// The values before and after a change, by the paths of the changed keys. A value that was not set is null.
package struct ChangedValues: Sendable, Equatable {
  /// nil if the store did not have the application.
  package let before: JSONObject?
  /// nil if the store does not have the application any more.
  package let after: JSONObject?

  init(before: JSONObject?, after: JSONObject?) {
    self.before = before
    self.after = after
  }

  /// - Parameters:
  ///   - old: the settings before; nil if there were none.
  ///   - new: the settings after; nil if there are none.
  init(from old: JSONObject?, to new: JSONObject?) {
    let (first, second) = (Self.values(old), Self.values(new))
    guard let first, let second else {
      self.init(before: first, after: second)
      return
    }
    var (before, after) = (JSONObject(), JSONObject())
    let paths = first.keys + second.keys.filter { first[$0] == nil }
    for path in paths where first[path] != second[path] {
      before[path] = first[path] ?? .null
      after[path] = second[path] ?? .null
    }
    self.init(before: before, after: after)
  }

  /// The change without the secrets of the server.
  ///
  /// - Throws: ``ConfigurationError`` if nothing else has changed.
  var withoutSecrets: ChangedValues {
    get throws(ConfigurationError) {
      guard let before, let after else { return self }
      func visible(_ values: JSONObject) -> JSONObject {
        JSONObject(values.filter { !SettingsSeal.secrets.contains($0.key) }.map { ($0.key, $0.value) })
      }
      let values = ChangedValues(before: visible(before), after: visible(after))
      guard let secret = keys.first(where: { SettingsSeal.secrets.contains($0) }), values.keys.isEmpty else {
        return values
      }
      throw ConfigurationError(
        .invalidValue, key: secret, "an undo brings no secret back; give it again instead")
    }
  }

  /// The effect of a change on the settings as a whole.
  enum Kind: String {
    /// The store did not have the application. The undo removes it.
    case added
    case changed
    /// The application was removed. The undo adds it again.
    case removed
  }

  var kind: Kind { before == nil ? .added : after == nil ? .removed : .changed }

  /// The paths of the changed keys.
  var keys: [String] { (after ?? before ?? [:]).keys.filter { $0 != "id" } }

  fileprivate var json: JSONObject {
    ["before": before.map { .object($0) } ?? .null, "after": after.map { .object($0) } ?? .null]
  }

  private static func values(_ settings: JSONObject?) -> JSONObject? {
    settings.map { settings in JSONObject(settings.pruned.leaves.map { ($0.path, $0.value) }) }
  }

  /// The settings without this change; nil if they must not exist.
  ///
  /// - Parameter current: the settings now.
  /// - Returns: the settings.
  /// - Throws: ``SettingsRefusal`` if a value has changed since.
  func undone(in current: JSONObject?) throws(SettingsRefusal) -> JSONObject? {
    guard let before, let after else {
      guard Self.values(current) == self.after else { throw SettingsRefusal(.changedSince) }
      guard let before else { return nil }
      var settings = JSONObject()
      for (path, value) in before { settings.set(value, at: path) }
      return settings
    }
    guard var settings = current else { throw SettingsRefusal(.changedSince) }
    for (path, value) in after where (settings.value(at: path) ?? .null) != value {
      throw SettingsRefusal(.changedSince, path)
    }
    for (path, value) in before { settings.set(value == .null ? JSONValue?.none : value, at: path) }
    return settings
  }
}

package import DoorwardAdministration
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The operator's changes of the settings of the server. A running server uses them within 2 seconds.
extension Administration {
  /// All settings in force.
  ///
  /// - Throws: ``StoreError``; the errors of the seal.
  package func settings() async throws -> [Setting] { try await settingsActs.settings.all().settings }

  /// Changes the settings of the store.
  ///
  /// - Parameters:
  ///   - patch: a JSON Merge Patch of the settings, with the keys of the configuration; nil for none.
  ///   - changes: changes of single settings, after the patch.
  /// - Returns: all settings in force.
  /// - Throws: ``ConfigurationError`` if a setting is wrong, or set by the configuration; ``StoreError``.
  package func changeSettings(_ patch: JSONObject?, _ changes: [ApplicationChange]) async throws -> [Setting]
  {
    try await act(.settingsChange) { _ in
      try await change { known in
        var settings = known.merging(patch: patch ?? [:])
        for change in changes { try change.apply(to: &settings, inForce: settings) }
        return settings
      }
    }
  }

  private func change(
    _ change: @escaping @Sendable (JSONObject) throws -> JSONObject
  ) async throws -> [Setting] {
    do {
      return try await settingsActs.settings.change(by: origin, change).settings
    } catch let refusal as SettingsRefusal {
      throw ConfigurationError(.invalidValue, key: refusal.path, refusal.reason)
    }
  }

  /// The settings and the applications of the store, without secrets.
  ///
  /// - Throws: ``StoreError``.
  package func exportSettings() async throws -> JSONObject {
    let acts = try settingsActs
    let applications = try await acts.applications.all().map(\.effective).filter { $0.source == .store }
    return [
      "settings": .object(try await acts.settings.stored()),
      "applications": .array(
        applications.map { application in
          var settings = ApplicationSecrets.removed(from: application.settings)
          // Without it, an import would make a public client, at which everybody may sign in.
          if ApplicationSecrets.exist(in: application.settings) { settings[Self.confidential] = true }
          return .object(settings)
        }),
    ]
  }

  /// The member of an exported application that had a secret.
  private static let confidential = "confidential"

  /// Replaces the settings of the store, and adds or replaces applications. Secrets stay.
  ///
  /// A wrong value ends the import. What was imported before it stays, and the import can be repeated.
  ///
  /// - Parameter exported: an export.
  /// - Returns: the ids of the imported applications, and of those among them that need a new secret.
  /// - Throws: ``ConfigurationError`` if the export or a value is wrong; ``StoreError``.
  package func importSettings(_ exported: JSONObject) async throws -> (ids: [String], withoutSecret: [String])
  {
    for name in exported.keys where !["settings", "applications"].contains(name) {
      throw ConfigurationError(.unknownKey, key: name, "there is no such key")
    }
    guard let settings = (exported["settings"] ?? [:]).object else {
      throw ConfigurationError(.wrongType, key: "settings", "must be an object")
    }
    let items = (exported["applications"] ?? []).array
    let applications = items?.compactMap(\.object) ?? []
    guard applications.count == items?.count else {
      throw ConfigurationError(.wrongType, key: "applications", "must be a list of objects")
    }
    let ids = try applications.enumerated().map { index, application in
      guard let id = application["id"]?.string else {
        throw ConfigurationError(.missingKey, key: "applications[\(index)].id", "this key is required")
      }
      return id
    }
    try await act(.settingsChange) { _ in
      _ = try await change { known in
        var fresh = settings.pruned
        for path in SettingsSeal.secrets where fresh.value(at: path) == nil {
          // The secret of a service that the import does not have would be a mistake.
          let section = String(path.prefix { $0 != "." })
          if fresh[section] != nil, let secret = known.value(at: path) { fresh.set(secret, at: path) }
        }
        return fresh
      }
    }
    var withoutSecret: [String] = []
    for (id, exported) in zip(ids, applications) {
      do {
        var application = exported
        application[Self.confidential] = JSONValue?.none
        let known = try await effectiveApplications().first { $0.id == id && $0.source != .builtIn }
        let hasSecret = [known?.settings, application].contains {
          $0.map(ApplicationSecrets.exist(in:)) ?? false
        }
        if exported[Self.confidential] == true, !hasSecret {
          application = try ApplicationSecrets.expired(in: application, at: clock.now, random: .system)
          withoutSecret.append(id)
        }
        if known != nil {
          try await replaceApplication(id, by: application)
        } else {
          _ = try await addApplication(id, settings: application)
        }
      } catch let error as ConfigurationError {
        throw error.inside("\"\(id)\"")
      }
    }
    return (ids, withoutSecret)
  }
}

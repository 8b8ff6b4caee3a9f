import DoorwardAdministration
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The operator's changes of applications. A running server notices them within 2 seconds.
extension Administration {
  var settingsActs: SettingsAssembly {
    get throws {
      try SettingsAssembly(
        installation, configuration, base: base, origin: configuration.derivedOrigin, clock: clock,
        random: .system, isRunning: false)
    }
  }

  /// The applications in force, the default application first.
  package func effectiveApplications() async throws -> [EffectiveApplication] {
    try await settingsActs.applications.all().map(\.effective)
  }

  /// Adds an application to the store.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - settings: the settings, with the members of an application in the configuration.
  ///   - changes: changes of the settings.
  /// - Returns: the application with all default values.
  /// - Throws: ``ConfigurationError`` if the id is taken or a setting is wrong; ``StoreError``.
  package func addApplication(
    _ id: String, settings: JSONObject = JSONObject(), changes: [ApplicationChange] = []
  ) async throws -> Application {
    try await act(on: id, .applicationAddition) {
      try await $0.add(id, settings: settings, by: origin) { try changes.applied(to: $0, inForce: $1) }.result
        .get()
    }
  }

  /// Changes an application in the store.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - settings: the settings that replace the known ones; nil to keep those.
  ///   - changes: changes of the settings.
  /// - Returns: the application with all default values.
  /// - Throws: ``ConfigurationError`` if there is no such application, the configuration lists it, or a setting is
  ///   wrong; ``StoreError``.
  package func changeApplication(
    _ id: String, replacedBy settings: JSONObject? = nil, _ changes: [ApplicationChange]
  ) async throws -> Application {
    try await act(on: id, .applicationChange) {
      try await $0.change(id, by: origin) { try changes.applied(to: settings ?? $0, inForce: $1) }
        .result.get()
    }
  }

  /// Replaces the settings of an application in the store. Its secrets stay unless the settings have some.
  ///
  /// - Throws: ``ConfigurationError``, ``StoreError``.
  func replaceApplication(_ id: String, by settings: JSONObject) async throws {
    _ = try await act(on: id, .applicationChange) {
      try await $0.change(id, by: origin) { known, _ in
        ApplicationSecrets.exist(in: settings) ? settings : ApplicationSecrets.kept(of: known, in: settings)
      }
    }
  }

  /// Makes a new secret for an application in the store. The store keeps only its hash, so the answer is the only copy.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - overlap: the time for which the secrets before stay valid, in seconds.
  /// - Returns: the secret.
  /// - Throws: ``ConfigurationError`` if there is no such application, the configuration lists it, or it must not have a
  ///   secret; ``StoreError``.
  package func replaceClientSecret(of id: String, overlap: Int64 = 0) async throws -> ClientSecret {
    try await act(on: id, .clientSecretReplacement) {
      try await $0.makeSecret(of: id, overlap: overlap, by: origin).0
    }
  }

  /// Removes an application from the store, and ends its sessions, grants, codes, devices, invitations and API keys.
  ///
  /// - Parameter id: the publishable id.
  /// - Throws: ``ConfigurationError`` if the store has no such application; ``StoreError``.
  package func removeApplication(_ id: String) async throws {
    _ = try await act(on: id, .applicationRemoval) { try await $0.remove(id, by: origin) }
  }

  private func act<Value>(
    on id: String, _ event: SecurityLog.Event, _ body: (ApplicationActs) async throws -> Value
  ) async throws -> Value {
    try await act(event, SecurityLog.Details(application: id)) { _ in
      do {
        return try await body(try settingsActs.applications)
      } catch let refusal as ApplicationRefusal {
        throw ConfigurationError(.invalidValue, key: "id", refusal.reason)
      }
    }
  }
}

extension [ApplicationChange] {
  /// The settings after these changes, each of which begins with the values in force.
  fileprivate func applied(
    to settings: JSONObject, inForce: (JSONObject) -> JSONObject
  ) throws(ConfigurationError) -> JSONObject {
    var settings = settings
    for change in self { try change.apply(to: &settings, inForce: inForce(settings)) }
    return settings
  }
}

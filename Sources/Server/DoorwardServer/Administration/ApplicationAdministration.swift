package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import Encodings
import JOSE

/// The operator's changes of applications. A running server notices them within 2 seconds.
extension Administration {
  /// The applications in force, the default application first.
  package func effectiveApplications() async throws -> [EffectiveApplication] {
    configuration.effectiveApplications(besides: try await installation.store.read { try $0.applications() })
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
    try await act(.applicationAddition, SecurityLog.Details(application: id)) { _ in
      try await put(id, changes, as: .applicationAdded) { known in
        guard known == nil || known?.source == .builtIn else {
          throw ConfigurationError(
            .invalidValue, key: "id", "\"\(id)\" is taken; change it with admin application set")
        }
        return settings
      }
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
    try await act(.applicationChange, SecurityLog.Details(application: id)) { _ in
      try await put(id, changes, as: .applicationChanged) { known in
        guard let known else { throw Self.missing(id) }
        return settings ?? known.settings
      }
    }
  }

  /// Makes a new secret for an application in the store. The store keeps only its hash, so the answer is the only copy. The
  /// secret before no longer works.
  ///
  /// - Parameter id: the publishable id.
  /// - Returns: the secret.
  /// - Throws: ``ConfigurationError`` if there is no such application, the configuration lists it, or it must not have a
  ///   secret; ``StoreError``.
  package func replaceClientSecret(of id: String) async throws -> ClientSecret {
    try await act(.clientSecretReplacement, SecurityLog.Details(application: id)) { _ in
      let secret = try ClientSecret(random: .system)
      _ = try await put(id, [], as: .clientSecretReplaced) { known in
        guard let known else { throw Self.missing(id) }
        var settings = known.settings
        settings["client_secret_hash"] = .string(secret.hash.text)
        return settings
      }
      return secret
    }
  }

  /// Removes an application from the store, and ends its sessions, grants, codes, devices, invitations and API keys.
  ///
  /// - Parameter id: the publishable id.
  /// - Throws: ``ConfigurationError`` if the store has no such application; ``StoreError``.
  package func removeApplication(_ id: String) async throws {
    try await act(.applicationRemoval, SecurityLog.Details(application: id)) { _ in
      try await installation.store.write { [configuration, clock, origin] transaction in
        let stored = try transaction.applications()
        guard let known = configuration.effectiveApplications(besides: stored).first(where: { $0.id == id })
        else { throw Self.missing(id) }
        try Self.requireUnlisted(known)
        guard known.source == .store else {
          throw ConfigurationError(
            .invalidValue, key: "id",
            "\"\(id)\" is the default application, which cannot be removed; list the applications in doorward.json to have another one"
          )
        }
        let now = clock.now
        try transaction.removeApplications([id], source: .store, by: configuration, at: now)
        try transaction.record(
          .applicationRemoved, about: EventSubjects(application: id), by: origin, at: now)
      }
    }
  }

  private func put(
    _ id: String, _ changes: [ApplicationChange], as event: EventKind,
    _ settings: @escaping @Sendable (EffectiveApplication?) throws -> JSONObject
  ) async throws -> Application {
    let (configuration, store) = (configuration, installation.store)
    let plan: @Sendable ([ApplicationRecord]) throws -> (ApplicationRecord, Application) = { stored in
      try Self.record(id, changes, settings: settings, besides: stored, in: configuration)
    }
    // The key for ID tokens must exist before a server can use the application.
    let (_, planned) = try plan(try await store.read { try $0.applications() })
    try await installation.makeSigningKey(for: planned.client.idTokenAlgorithm, clock: clock)
    return try await store.write { [origin, now = clock.now] transaction in
      let (record, application) = try plan(try transaction.applications())
      try transaction.put(record)
      try transaction.record(event, about: EventSubjects(application: id), by: origin, at: now)
      return application
    }
  }

  /// The new record of an application, and the application that it describes.
  private static func record(
    _ id: String, _ changes: [ApplicationChange], settings: (EffectiveApplication?) throws -> JSONObject,
    besides stored: [ApplicationRecord], in configuration: ServerConfiguration
  ) throws -> (ApplicationRecord, Application) {
    let effective = configuration.effectiveApplications(besides: stored)
    let known = effective.first { $0.id == id }
    if let known { try requireUnlisted(known) }
    var settings = try settings(known)
    settings["id"] = settings["id"] ?? .string(id)
    let origin = configuration.derivedOrigin
    let reader = configuration.applicationReader(origin: origin)
    let isDefault = effective.first?.id == id
    for change in changes {
      // A change can correct a wrong setting, so the present settings need not be valid.
      let inForce = (try? reader.read(settings, isDefault: isDefault))?.settings ?? settings
      try change.apply(to: &settings, inForce: inForce)
    }
    guard settings["id"] == .string(id) else {
      throw ConfigurationError(.invalidValue, key: "id", "the id of an application cannot change")
    }
    let application = try reader.read(settings, isDefault: isDefault)
    let own = stored.filter { $0.source == .store }
    let record = ApplicationRecord(
      id: id, settings: settings, source: .store,
      position: own.first { $0.id == id }?.position ?? (own.map(\.position).max() ?? -1) + 1)
    let others = stored.filter { $0.id != id || $0.source != .store }
    func refused(_ records: [ApplicationRecord]) -> [String: ConfigurationError] {
      let read = try? configuration.applications(
        besides: records, origin: origin, issuer: origin, default: application)
      return read?.refused ?? [:]
    }
    // The id can be the audience of another application.
    let before = refused(others)
    if let error = refused(others + [record]).first(where: { before[$0.key] == nil })?.value { throw error }
    return (record, application)
  }

  /// Refuses an application that the configuration lists. The configuration would override the change at the next
  /// start.
  private static func requireUnlisted(_ known: EffectiveApplication) throws {
    guard known.source != .configuration else {
      throw ConfigurationError(
        .invalidValue, key: "id",
        "doorward.json lists \"\(known.id)\" and overrides the store; change it there and restart the server")
    }
  }

  private static func missing(_ id: String) -> ConfigurationError {
    ConfigurationError(.invalidValue, key: "id", "there is no application \"\(id)\"")
  }
}

package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
package import Encodings
package import JOSE

/// The acts on applications. Those that the configuration lists are only read. A running server notices a change within 2 seconds.
package struct ApplicationActs: Sendable {
  /// The most applications in the store. Every process reads all of them after each change.
  package static let maximum = 1000

  /// Changes the settings of an application. It gets the settings that are set, and a function that adds all default values.
  package typealias Change =
    @Sendable (
      _ settings: JSONObject, _ inForce: (JSONObject) -> JSONObject
    ) throws -> JSONObject

  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let readSources: @Sendable (any StoreReading) throws -> ApplicationSources
  private let issuer: WebOrigin
  private let history: SettingsHistory
  private let makeSigningKey: @Sendable (JWSAlgorithm) async throws -> Void

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: the source of secrets.
  ///   - sources: combines the applications of the configuration and of the store, with the settings of a snapshot.
  ///   - issuer: the issuer of tokens.
  ///   - history: stores the changes.
  ///   - makeSigningKey: makes the key for ID tokens of an algorithm, unless it exists.
  package init(
    store: any Store, clock: WallClock, random: RandomSource,
    sources: @escaping @Sendable (any StoreReading) throws -> ApplicationSources, issuer: WebOrigin,
    history: SettingsHistory, makeSigningKey: @escaping @Sendable (JWSAlgorithm) async throws -> Void
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    readSources = sources
    self.issuer = issuer
    self.history = history
    self.makeSigningKey = makeSigningKey
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> ApplicationActs {
    var acts = self
    acts.store = store
    return acts
  }

  // MARK: Reading

  /// The applications in force, the default application first.
  ///
  /// - Throws: ``StoreError``.
  package func all() async throws -> [AdministeredApplication] {
    let (stored, sources) = try await store.read { [readSources] snapshot in
      (try snapshot.applications(), try readSources(snapshot))
    }
    return sources.read(besides: stored, issuer: issuer).map { AdministeredApplication($0, $1) }
  }

  /// One application; nil if there is none with the id.
  ///
  /// - Throws: ``StoreError``.
  package func application(_ id: String) async throws -> AdministeredApplication? {
    try await all().first { $0.effective.id == id }
  }

  // MARK: Changes

  /// Adds an application to the store.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - settings: the settings, with the members of an application in the configuration.
  ///   - origin: the party that acts.
  ///   - change: changes the settings further.
  /// - Returns: the application.
  /// - Throws: ``ApplicationRefusal``, ``ConfigurationError`` if a setting is wrong; ``StoreError``.
  package func add(
    _ id: String, settings: JSONObject, by origin: EventOrigin,
    change: @escaping Change = { settings, _ in settings }
  ) async throws -> AdministeredApplication {
    try await put(id, as: EventKind.applicationAdded, by: origin) { place in
      guard place.known == nil || place.known?.source == .builtIn else {
        throw ApplicationRefusal(.taken, id)
      }
      guard place.stored.count(where: { $0.source == .store }) < Self.maximum else {
        throw ConfigurationError(
          .invalidValue, key: "id", "the store has \(Self.maximum) applications, the most; remove one first")
      }
      return try change(settings) { inForce($0, at: place) }
    }
  }

  /// Changes an application in the store.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - version: the version that the caller has read; nil to change any.
  ///   - origin: the party that acts.
  ///   - change: changes the settings.
  /// - Returns: the application.
  /// - Throws: ``ApplicationRefusal``, ``ConfigurationError`` if a setting is wrong; ``StoreError``.
  package func change(
    _ id: String, version: String? = nil, by origin: EventOrigin, _ change: @escaping Change
  ) async throws -> AdministeredApplication {
    try await put(id, as: EventKind.applicationChanged, by: origin) { place in
      let known = try place.existing
      try known.require(version)
      return try change(known.settings) { inForce($0, at: place) }
    }
  }

  /// Removes an application from the store, and ends its sessions, grants, codes, devices, invitations and API keys.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - version: the version that the caller has read; nil to remove any.
  ///   - origin: the party that acts.
  /// - Returns: the change.
  /// - Throws: ``ApplicationRefusal``, ``StoreError``.
  @discardableResult
  package func remove(
    _ id: String, version: String? = nil, by origin: EventOrigin
  ) async throws -> SettingsChange.ID {
    let act = SettingsHistory.Act(origin: origin, now: clock.now)
    return try await store.write { transaction in
      let known = try effective(id, in: transaction)
      guard known.source == .store else { throw ApplicationRefusal(.builtIn, id) }
      try known.require(version)
      return try remove(known, act, in: transaction)
    }
  }

  /// An application that the configuration does not list.
  private func effective(_ id: String, in snapshot: any StoreReading) throws -> EffectiveApplication {
    let all = try readSources(snapshot).effective(besides: snapshot.applications())
    guard let known = all.first(where: { $0.id == id }) else { throw ApplicationRefusal(.missing, id) }
    try known.requireUnlisted()
    return known
  }

  private func remove(
    _ known: EffectiveApplication, _ act: SettingsHistory.Act, in transaction: any StoreWriting
  ) throws -> SettingsChange.ID {
    try readSources(transaction).remove([known.id], source: .store, at: act.now, in: transaction)
    let change = try history.record(from: known.settings, to: nil, of: known.id, act, in: transaction)
    try transaction.record(
      .applicationRemoved(change), about: EventSubjects(application: known.id), by: act.origin, at: act.now)
    return change.id
  }

  /// Undoes a change of an application in the store.
  ///
  /// - Parameters:
  ///   - values: the values before and after the change.
  ///   - id: the publishable id.
  ///   - change: the id of the change.
  ///   - origin: the party that acts.
  /// - Returns: the change that undoes the other one.
  /// - Throws: ``SettingsRefusal`` if a value has changed since, ``ApplicationRefusal``, ``ConfigurationError`` if the values are
  ///   not accepted any more; ``StoreError``.
  func undo(
    _ values: ChangedValues, of id: String, _ change: SettingsChange.ID, by origin: EventOrigin
  ) async throws -> SettingsChange.ID? {
    guard values.before == nil else {
      let event: @Sendable (EventChange) -> EventKind =
        values.after == nil ? EventKind.applicationAdded : EventKind.applicationChanged
      return try await put(id, as: event, by: origin, undoing: change) { place in
        guard let settings = try values.undone(in: place.storedSettings) else {
          throw ApplicationRefusal(.missing, id)
        }
        // A secret that was removed or replaced may be known to others.
        return try place.storedSettings.map { try ApplicationSecrets.restored(of: $0, in: settings) }
          ?? settings
      }.change
    }
    // The change has added the application.
    let act = SettingsHistory.Act(origin: origin, now: clock.now, undone: change)
    return try await store.write { transaction in
      let known = try effective(id, in: transaction)
      _ = try values.undone(in: known.source == .store ? known.settings : nil)
      return try remove(known, act, in: transaction)
    }
  }

  /// Makes a new secret for an application in the store. The store keeps only its hash, so the answer is the only copy.
  ///
  /// - Parameters:
  ///   - id: the publishable id.
  ///   - overlap: the time for which the secrets before stay valid, in seconds.
  ///   - origin: the party that acts.
  /// - Returns: the secret, and the application with it.
  /// - Throws: ``ApplicationRefusal``, ``ConfigurationError`` if the application must not have a secret; ``StoreError``; the errors
  ///   of the random source.
  package func makeSecret(
    of id: String, overlap: Int64, by origin: EventOrigin
  ) async throws -> (ClientSecret, AdministeredApplication) {
    let (secret, now) = (try ClientSecret(random: random), clock.now)
    let application = try await put(id, as: EventKind.clientSecretReplaced, by: origin) { place in
      let known = try place.existing
      return try ApplicationSecrets.adding(
        secret.hash, to: known.settings, secrets(of: known, at: place), overlap: overlap, at: now)
    }
    return (secret, application)
  }

  /// Removes a secret of an application in the store.
  ///
  /// - Returns: the change.
  /// - Throws: ``ApplicationRefusal``, ``ConfigurationError`` if no other secret is valid; ``StoreError``.
  package func removeSecret(
    _ secret: String, of id: String, by origin: EventOrigin
  ) async throws -> SettingsChange.ID? {
    let now = clock.now
    return try await put(id, as: EventKind.clientSecretRemoved, by: origin) { place in
      let known = try place.existing
      guard
        let settings = try ApplicationSecrets.removing(
          secret, from: known.settings, secrets(of: known, at: place), at: now)
      else { throw ApplicationRefusal(.missingSecret, id) }
      return settings
    }.change
  }

  // MARK: Records

  /// An application that changes, among those in the store.
  private struct Place {
    let id: String
    /// The application in force; nil if there is none with the id.
    let known: EffectiveApplication?
    let isDefault: Bool
    let stored: [ApplicationRecord]
    let sources: ApplicationSources

    /// The settings of the application in the store; nil if it has none.
    var storedSettings: JSONObject? {
      stored.first { $0.id == id && $0.source == .store }?.settings
    }

    var existing: EffectiveApplication {
      get throws(ApplicationRefusal) {
        guard let known else { throw ApplicationRefusal(.missing, id) }
        return known
      }
    }
  }

  /// The settings with all default values. A change can correct a wrong setting, so the settings need not be valid.
  private func inForce(_ settings: JSONObject, at place: Place) -> JSONObject {
    var settings = settings
    settings["id"] = settings["id"] ?? .string(place.id)
    return (try? place.sources.read(settings, isDefault: place.isDefault))?.settings ?? settings
  }

  private func secrets(
    of known: EffectiveApplication, at place: Place
  ) throws(ConfigurationError) -> [ClientSecret.Stored] {
    try place.sources.read(known.settings, isDefault: place.isDefault).client.secrets
  }

  /// Puts the settings that a function makes into the store.
  private func put(
    _ id: String, as event: @escaping @Sendable (EventChange) -> EventKind, by origin: EventOrigin,
    undoing undone: SettingsChange.ID? = nil,
    _ settings: @escaping @Sendable (Place) throws -> JSONObject
  ) async throws -> AdministeredApplication {
    let plan: @Sendable (any StoreReading) throws -> (ApplicationRecord, Application) = { snapshot in
      // The settings of the server belong to what is read, because they decide whether an application is accepted.
      try record(id, settings, besides: snapshot.applications(), readSources(snapshot))
    }
    // The key for ID tokens must exist before a server can use the application.
    let (_, planned) = try await store.read(plan)
    try await makeSigningKey(planned.client.idTokenAlgorithm)
    let act = SettingsHistory.Act(origin: origin, now: clock.now, undone: undone)
    return try await store.write { transaction in
      let stored = try transaction.applications()
      let (record, application) = try plan(transaction)
      try transaction.put(record)
      let old = stored.first { $0.id == id && $0.source == .store }?.settings
      let change = try history.record(from: old, to: record.settings, of: id, act, in: transaction)
      var kinds = [event(change)]
      // Receivers of events follow secrets by their own events, however they change.
      if let old, let kind = ApplicationSecrets.event(from: old, to: record.settings, change),
        kind != kinds[0]
      {
        kinds.append(kind)
      }
      for kind in kinds {
        try transaction.record(kind, about: EventSubjects(application: id), by: origin, at: act.now)
      }
      let others = stored.filter { $0.id != id || $0.source != .store }
      guard
        let effective = try readSources(transaction).effective(besides: others + [record]).first(where: {
          $0.id == id
        })
      else { throw ApplicationRefusal(.missing, id) }
      return AdministeredApplication(effective, .success(application), change: change.id)
    }
  }

  /// The new record of an application, and the application that it describes.
  private func record(
    _ id: String, _ settings: (Place) throws -> JSONObject, besides stored: [ApplicationRecord],
    _ sources: ApplicationSources
  ) throws -> (ApplicationRecord, Application) {
    let effective = sources.effective(besides: stored)
    let place = Place(
      id: id, known: effective.first { $0.id == id }, isDefault: effective.first?.id == id, stored: stored,
      sources: sources)
    try place.known?.requireUnlisted()
    var settings = try settings(place)
    settings["id"] = settings["id"] ?? .string(id)
    guard settings["id"] == .string(id) else {
      throw ConfigurationError(.invalidValue, key: "id", "the id of an application cannot change")
    }
    let application = try sources.read(settings, isDefault: place.isDefault)
    let own = stored.filter { $0.source == .store }
    let record = ApplicationRecord(
      id: id, settings: settings, source: .store,
      position: own.first { $0.id == id }?.position ?? (own.map(\.position).max() ?? -1) + 1)
    let others = stored.filter { $0.id != id || $0.source != .store }
    func refused(_ records: [ApplicationRecord]) -> [String: ConfigurationError] {
      (try? sources.applications(besides: records, issuer: issuer, default: application))?.refused ?? [:]
    }
    // The id can be the audience of another application.
    let before = refused(others)
    if let error = refused(others + [record]).first(where: { before[$0.key] == nil })?.value { throw error }
    return (record, application)
  }
}

/// The reason why an application cannot be changed.
package struct ApplicationRefusal: CodedError {
  package enum Code: String, Sendable {
    case missing
    case missingSecret = "missing_secret"
    /// The configuration lists the application.
    case listed
    case taken
    /// The default application has its built-in settings.
    case builtIn = "built_in"
    /// The settings have another version than the caller has read.
    case changed
  }

  package let code: Code
  /// The id of the application.
  package let id: String

  package init(_ code: Code, _ id: String) {
    self.code = code
    self.id = id
  }

  package var reason: String {
    switch code {
    case .missing: "there is no application \"\(id)\""
    case .missingSecret: "the application \"\(id)\" has no such secret"
    case .listed:
      "doorward.json lists \"\(id)\" and overrides the store; change it there and restart the server"
    case .taken: "\"\(id)\" is taken; change that application, or choose another id"
    case .builtIn:
      "\"\(id)\" is the default application, which cannot be removed; list the applications in doorward.json to have another one"
    case .changed:
      "the application \"\(id)\" has changed since it was read; read it again and repeat the change"
    }
  }
}

extension EffectiveApplication {
  /// Refuses an application that the configuration lists. The configuration would override the change at the next start.
  fileprivate func requireUnlisted() throws(ApplicationRefusal) {
    guard source != .configuration else { throw ApplicationRefusal(.listed, id) }
  }

  /// Refuses another version than the caller has read.
  fileprivate func require(_ expected: String?) throws(ApplicationRefusal) {
    guard expected == nil || expected == version else { throw ApplicationRefusal(.changed, id) }
  }
}

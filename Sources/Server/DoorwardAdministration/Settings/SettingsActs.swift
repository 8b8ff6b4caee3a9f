import DoorwardSessions
package import DoorwardStore
package import Encodings

/// The acts on the settings of the server. Every process uses a change within 2 seconds.
package struct SettingsActs: Sendable {
  /// The most bytes of all settings in the store.
  private static let maximum = 128 * 1024
  /// The most bytes of a text.
  private static let textMaximum = 2048

  private var store: any Store
  private let clock: WallClock
  private let rules: SettingsRules
  private let history: SettingsHistory

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - rules: what the store may set.
  ///   - history: stores the changes.
  package init(store: any Store, clock: WallClock, rules: SettingsRules, history: SettingsHistory) {
    self.store = store
    self.clock = clock
    self.rules = rules
    self.history = history
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> SettingsActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// The settings in force.
  package struct State: Sendable {
    package let version: String
    package let settings: [Setting]
    /// The change that has made them so; nil if they were only read, or if nothing has changed.
    package let change: SettingsChange.ID?
  }

  /// All settings in force.
  ///
  /// - Throws: ``StoreError``; the errors of the seal.
  package func all() async throws -> State { try state(await store.read { try $0.settings() }) }

  /// The settings of the store, without secrets.
  ///
  /// - Throws: ``StoreError``.
  package func stored() async throws -> JSONObject { try await store.read { try $0.settings().values } }

  private func state(_ record: SettingsRecord, after change: SettingsChange.ID? = nil) throws -> State {
    State(
      version: "\(record.revision)", settings: rules.list(try history.seal.opened(record)), change: change)
  }

  /// Changes the settings of the store.
  ///
  /// - Parameters:
  ///   - version: the version that the caller has read; nil to change any.
  ///   - origin: the party that acts.
  ///   - undone: the change that this one undoes.
  ///   - change: changes the settings of the store, which have their secrets.
  /// - Returns: all settings in force.
  /// - Throws: ``SettingsRefusal``, `ConfigurationError` if a setting is wrong; ``StoreError``.
  package func change(
    version: String? = nil, by origin: EventOrigin, undoing undone: SettingsChange.ID? = nil,
    _ change: @escaping @Sendable (JSONObject) throws -> JSONObject
  ) async throws -> State {
    let act = SettingsHistory.Act(origin: origin, now: clock.now, undone: undone)
    let (record, recorded) = try await store.write {
      [history, self] transaction -> (SettingsRecord, EventChange?) in
      let record = try transaction.settings()
      guard version == nil || version == "\(record.revision)" else { throw SettingsRefusal(.changed) }
      let before = try history.seal.opened(record)
      let after = try change(before).pruned
      guard after != before else { return (record, nil) }
      try check(after, before, try transaction.applications())
      let given = try? change(SettingsSeal.withoutSecrets(before)).pruned
      try SecretDestinations.check(from: before, to: after, giving: given ?? [:])
      let fresh = try history.seal.record(after, revision: record.revision + 1)
      try transaction.put(fresh)
      let recorded = try history.record(from: before, to: after, of: nil, act, in: transaction)
      try transaction.record(.settingsChanged(recorded), about: EventSubjects(), by: origin, at: act.now)
      return (fresh, recorded)
    }
    return try state(record, after: recorded?.id)
  }

  private func check(_ after: JSONObject, _ before: JSONObject, _ applications: [ApplicationRecord]) throws {
    guard JSONValue.object(after).serialized().count <= Self.maximum else {
      throw ConfigurationError(.invalidValue, key: "", "the settings have more than \(Self.maximum) bytes")
    }
    let changes = ChangedValues(from: before, to: after)
    for (path, value) in changes.after ?? [:] where !value.hasOnlyLines(upTo: Self.textMaximum) {
      throw ConfigurationError(
        .invalidValue, key: path, "must be one line of up to \(Self.textMaximum) bytes")
    }
    // A value that the configuration overrides can be removed.
    for path in changes.keys where after.value(at: path) != nil {
      let place = rules.place(path) ?? SecretDestinations.place(of: path, rules)
      if let place { throw SettingsRefusal(.setElsewhere, path, place: place) }
    }
    try rules.check(after, before, applications)
    for path in changes.keys where !rules.isLive(path) {
      throw ConfigurationError(
        .invalidValue, key: path,
        "does not change while the server runs; set it in doorward.json and restart the server")
    }
  }
}

extension JSONValue {
  /// Whether every text in the value is one line of a length.
  fileprivate func hasOnlyLines(upTo bytes: Int) -> Bool {
    switch self {
    case .string(let text):
      text.utf8.count <= bytes && !text.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    case .array(let items): items.allSatisfy { $0.hasOnlyLines(upTo: bytes) }
    case .object(let object): object.allSatisfy { $0.value.hasOnlyLines(upTo: bytes) }
    default: true
    }
  }
}

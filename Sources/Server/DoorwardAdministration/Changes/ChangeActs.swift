package import DoorwardStore
import Encodings

/// The changes of the settings of the server and of applications, and how they are undone.
package struct ChangeActs: Sendable {
  /// The most changes that one call with a filter examines.
  private static let mostExamined = 1000

  private var store: any Store
  private var settings: SettingsActs
  private var applications: ApplicationActs
  private let seal: SettingsSeal

  package init(
    store: any Store, settings: SettingsActs, applications: ApplicationActs, seal: SettingsSeal
  ) {
    self.store = store
    self.settings = settings
    self.applications = applications
    self.seal = seal
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> ChangeActs {
    var acts = self
    acts.store = store
    acts.settings = settings.using(store)
    acts.applications = applications.using(store)
    return acts
  }

  /// The changes before one, newest first.
  ///
  /// - Throws: ``StoreError``.
  package func all(before id: SettingsChange.ID?, limit: Int) async throws -> [SettingsChange] {
    try await store.read { try $0.settingsChanges(before: id, limit: limit) }
  }

  /// A part of the changes before one that a list admits, newest first.
  ///
  /// - Parameters:
  ///   - id: the change before the part; nil for the newest.
  ///   - application: the application of the changes; nil for changes of all settings.
  ///   - kind: the kind of the changes; nil for all.
  ///   - limit: the most changes of the part.
  /// - Returns: the part with the kind of each change, and the last change that was examined if others can follow.
  /// - Throws: ``StoreError``.
  func part(
    before id: SettingsChange.ID?, of application: String?, _ kind: ChangedValues.Kind?, limit: Int
  ) async throws -> (items: [(change: SettingsChange, kind: ChangedValues.Kind)], next: SettingsChange.ID?) {
    let isFiltered = application != nil || kind != nil
    let most = isFiltered ? Self.mostExamined : limit
    let found = try await all(before: id, limit: most + 1)
    var items: [(SettingsChange, ChangedValues.Kind)] = []
    for (index, change) in found.prefix(most).enumerated() {
      guard application == nil || change.application == application else { continue }
      let own = self.kind(of: change)
      guard kind == nil || own == kind else { continue }
      items.append((change, own))
      if items.count == limit { return (items, index + 1 < found.count ? change.id : nil) }
    }
    return (items, found.count > most ? found[most - 1].id : nil)
  }

  /// A change; nil if there is none with the id.
  ///
  /// - Throws: ``StoreError``.
  package func change(_ id: SettingsChange.ID) async throws -> SettingsChange? {
    try await store.read { try $0.settingsChange(id) }
  }

  /// The effect of a change on its settings as a whole. A change whose values cannot be read is ``ChangedValues/Kind/changed``, and
  /// cannot be undone.
  func kind(of change: SettingsChange) -> ChangedValues.Kind {
    (try? seal.opened(change))?.kind ?? .changed
  }

  /// Puts the values back that a change has replaced, unless one of them has changed since. Secrets of the server, and the sessions
  /// and grants of a removed application, do not come back.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - origin: the party that acts.
  /// - Returns: the change that undoes the other one; nil if nothing has changed.
  /// - Throws: ``SettingsRefusal``, ``ApplicationRefusal``, `ConfigurationError` if the values are not accepted any more;
  ///   ``StoreError``; the errors of the seal.
  package func undo(_ change: SettingsChange, by origin: EventOrigin) async throws -> SettingsChange.ID? {
    let values = try seal.opened(change)
    guard let application = change.application else {
      // A secret that comes back could be sent to another place than the one that it was for.
      let values = try values.withoutSecrets
      return try await settings.change(by: origin, undoing: change.id) { try values.undone(in: $0) ?? [:] }
        .change
    }
    return try await applications.undo(values, of: application, change.id, by: origin)
  }
}

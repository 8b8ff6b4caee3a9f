package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stores each change of settings with the values before and after, so that it can be undone.
package struct SettingsHistory: Sendable {
  /// The most keys that an event names.
  private static let namedKeys = 100

  let seal: SettingsSeal
  private let random: RandomSource

  package init(seal: SettingsSeal, random: RandomSource) {
    self.seal = seal
    self.random = random
  }

  /// A change, by whom, and which change it undoes.
  struct Act: Sendable {
    let origin: EventOrigin
    let now: Date
    var undone: SettingsChange.ID?
  }

  /// Stores a change in its transaction.
  ///
  /// - Parameters:
  ///   - old: the settings before; nil if there were none.
  ///   - new: the settings after; nil if there are none.
  ///   - application: the application; nil for the settings of the server.
  ///   - act: the act.
  ///   - transaction: the transaction of the change.
  /// - Returns: the change for its event.
  /// - Throws: ``StoreError``; the errors of the seal.
  func record(
    from old: JSONObject?, to new: JSONObject?, of application: String?, _ act: Act,
    in transaction: any StoreWriting
  ) throws -> EventChange {
    let values = ChangedValues(from: old, to: new)
    let id = try id(at: act.now, after: transaction.settingsChanges(before: nil, limit: 1).first?.id)
    let keys = Array(values.keys.prefix(Self.namedKeys))
    try transaction.insert(
      SettingsChange(
        id: id, at: act.now, application: application, actor: act.origin.actor.name,
        actorID: act.origin.actor.id, keys: keys, content: seal.sealed(values, of: id)))
    return EventChange(id: id, keys: keys, undone: act.undone)
  }

  /// Makes an id that sorts behind the newest one, also in the same millisecond and after the clock was set back.
  private func id(at moment: Date, after newest: SettingsChange.ID?) throws -> SettingsChange.ID {
    let id = try SettingsChange.ID(at: moment, random: random)
    guard let newest, !newest.bytes.lexicographicallyPrecedes(id.bytes) else { return id }
    let milliseconds = newest.bytes.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }
    // Half a millisecond more, so that rounding does not lead back.
    return try SettingsChange.ID(
      at: Date(timeIntervalSince1970: (Double(milliseconds) + 1.5) / 1000), random: random)
  }
}

import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The secrets of an application in the store. A new one can overlap with those before, so that a client can change to it without
/// a gap.
package enum ApplicationSecrets {
  /// The longest time for which the secrets before a new one stay valid, in seconds.
  package static let overlaps: ClosedRange<Int64> = 0...2_592_000
  /// The overlap of calls that name none.
  package static let standardOverlap: Int64 = 86400

  private static let list = "client_secrets"
  private static let single = "client_secret_hash"
  /// The members of the settings that have hashes.
  static let members = [list, single]

  /// The settings without the hashes of secrets.
  package static func removed(from settings: JSONObject) -> JSONObject {
    var settings = settings
    for name in members { settings[name] = JSONValue?.none }
    return settings
  }

  /// New settings with the secrets of the known ones.
  package static func kept(of known: JSONObject, in settings: JSONObject) -> JSONObject {
    var settings = removed(from: settings)
    for name in members { settings[name] = known[name] }
    return settings
  }

  /// Whether the settings have a secret, valid or not.
  package static func exist(in settings: JSONObject) -> Bool { !hashes(in: settings).isEmpty }

  /// The settings of an application that stays confidential and waits for a secret: with one that has expired and is known to
  /// nobody.
  package static func expired(in settings: JSONObject, at now: Date, random: RandomSource) throws
    -> JSONObject
  {
    let secret = ClientSecret.Stored(try ClientSecret(random: random).hash, createdAt: now, expiresAt: now)
    return setting([secret], in: settings)
  }

  /// Settings that an undo restores, with the present secrets.
  ///
  /// - Throws: ``ConfigurationError`` if the undo is about secrets only.
  static func restored(of known: JSONObject, in settings: JSONObject) throws(ConfigurationError) -> JSONObject
  {
    let restored = kept(of: known, in: settings)
    guard restored.pruned != known.pruned || settings.pruned == known.pruned else {
      throw ConfigurationError(
        .invalidValue, key: list, "an undo brings no secret back; make a new secret instead")
    }
    return restored
  }

  /// The event of a change of secrets; nil if they are the same.
  static func event(from old: JSONObject, to new: JSONObject, _ change: EventChange) -> EventKind? {
    let (before, after) = (hashes(in: old), hashes(in: new))
    if !after.isSubset(of: before) { return .clientSecretReplaced(change) }
    return after == before ? nil : .clientSecretRemoved(change)
  }

  private static func hashes(in settings: JSONObject) -> Set<String> {
    let listed = settings[list]?.array?.compactMap { $0["hash"]?.string } ?? []
    return Set(listed + [settings[single]?.string].compactMap(\.self))
  }

  /// The settings with a new secret.
  ///
  /// - Parameters:
  ///   - hash: the hash of the new secret.
  ///   - settings: the settings.
  ///   - known: the secrets of the settings.
  ///   - overlap: the time for which the known secrets stay valid, in seconds. They do not get a later end.
  ///   - now: the time.
  /// - Returns: the settings.
  /// - Throws: ``ConfigurationError`` if there would be too many secrets.
  static func adding(
    _ hash: ClientSecret.Hash, to settings: JSONObject, _ known: [ClientSecret.Stored], overlap: Int64,
    at now: Date
  ) throws(ConfigurationError) -> JSONObject {
    let end = now.addingTimeInterval(TimeInterval(overlap))
    var secrets = known.map { secret in
      var secret = secret
      secret.expiresAt = min(secret.expiresAt ?? end, end)
      return secret
    }.filter { $0.isValid(at: now) }
    guard secrets.count < ClientSecret.maximum else {
      throw ConfigurationError(
        .invalidValue, key: list,
        "the application has \(ClientSecret.maximum) valid secrets, the most; remove one first")
    }
    secrets.append(ClientSecret.Stored(hash, createdAt: now))
    return setting(secrets, in: settings)
  }

  /// The settings without a secret; nil if there is no such secret.
  ///
  /// - Throws: ``ConfigurationError`` if no other secret is valid.
  static func removing(
    _ id: String, from settings: JSONObject, _ known: [ClientSecret.Stored], at now: Date
  ) throws(ConfigurationError) -> JSONObject? {
    guard known.contains(where: { $0.id == id }) else { return nil }
    let others = known.filter { $0.id != id }
    guard others.contains(where: { $0.isValid(at: now) }) else {
      throw ConfigurationError(
        .invalidValue, key: list,
        "this is the only valid secret of the application; make a new one first")
    }
    return setting(others, in: settings)
  }

  private static func setting(_ secrets: [ClientSecret.Stored], in settings: JSONObject) -> JSONObject {
    var settings = settings
    settings[single] = JSONValue?.none
    settings[list] = .array(
      secrets.map { secret in
        var entry: JSONObject = ["hash": .string(secret.hash.text)]
        entry["created_at"] = secret.createdAt.map { .time($0) }
        entry["expires_at"] = secret.expiresAt.map { .time($0) }
        return .object(entry)
      })
    return settings
  }
}

import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An access key that has proven a NEAR identity.
struct ProvenNEARKey: Sendable, Equatable {
  /// The key as NEAR writes it, `ed25519:…`.
  let publicKey: String
  /// The height of the final block at which the chain first showed the key on the account. Nil if the chain never
  /// has, for example because an implicit account is not on the chain yet.
  var seenHeight: Int64?
  /// The time at which the key last proved the identity.
  var provenAt: Date
}

/// The access keys that have proven a NEAR identity: the evidence that the identity keeps.
///
/// The holder of a NEAR account can replace its keys, also after buying the account. The remembered keys distinguish
/// the account's user from a new holder.
struct NEARKeyMemory: Sendable, Equatable {
  /// The most keys that are remembered. Above the limit, the least recently proven key is forgotten.
  static let limit = 16
  private static let member = "near_keys"

  /// The most recently proven key first.
  private(set) var keys: [ProvenNEARKey]

  /// Whether the evidence has an entry that this method did not write. Then the memory continues with no key.
  private(set) var isUnreadable: Bool

  /// Reads the evidence of an identity.
  init(_ evidence: JSONObject) {
    let entries = evidence[Self.member]?.array ?? []
    keys = entries.compactMap { value in
      guard let publicKey = value["public_key"]?.string, let provenAt = value["proven_at"]?.time else {
        return nil
      }
      return ProvenNEARKey(publicKey: publicKey, seenHeight: value["seen_height"]?.int64, provenAt: provenAt)
    }
    isUnreadable =
      keys.count < entries.count || (evidence[Self.member] != nil && evidence[Self.member]?.array == nil)
  }

  var publicKeys: Set<String> { Set(keys.map(\.publicKey)) }

  /// Remembers a key. If the key is known, its first height stays and its time of proof never decreases.
  mutating func remember(_ key: ProvenNEARKey) {
    var key = key
    if let index = keys.firstIndex(where: { $0.publicKey == key.publicKey }) {
      let known = keys.remove(at: index)
      key.seenHeight = known.seenHeight ?? key.seenHeight
      key.provenAt = max(known.provenAt, key.provenAt)
    }
    keys.append(key)
    keys.sort { ($1.provenAt, $0.publicKey) < ($0.provenAt, $1.publicKey) }
    keys.removeLast(max(0, keys.count - Self.limit))
  }

  mutating func forgetAll() {
    keys = []
    isUnreadable = false
  }

  /// The evidence as the identity keeps it.
  func evidence() -> JSONObject {
    let entries = keys.map { key -> JSONValue in
      var entry: JSONObject = ["public_key": .string(key.publicKey)]
      entry["seen_height"] = key.seenHeight.map { .integer($0) }
      entry["proven_at"] = .time(key.provenAt)
      return .object(entry)
    }
    return [Self.member: .array(entries)]
  }

  /// The keys as an export of the account shows them.
  var exported: JSONObject {
    guard !keys.isEmpty else { return JSONObject() }
    return [
      Self.member: .array(
        keys.map { ["public_key": .string($0.publicKey), "proven_at": .time($0.provenAt)] })
    ]
  }
}

package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The hash chain of events. Each seal is a code under a key of the server, over the event, its number and the seal before.
///
/// A person who can write to the database, and does not have the master key, cannot change, remove, insert or reorder sealed
/// events without ``EventVerification`` finding it.
package struct EventChain: Sendable {
  /// The number of random bytes in a seal.
  package static let saltLength = 16

  private let key: DerivedKey

  /// `key` is the key of ``KeyPurpose/audit``.
  package init(key: DerivedKey) { self.key = key }

  /// Seals an event that follows a point of the chain.
  ///
  /// `last` is the point before; nil for the first event. `salt` are ``saltLength`` random bytes.
  package func seal(
    _ event: RecordedEvent, as number: Int64, after last: [UInt8]?, salt: [UInt8]
  ) throws -> EventSeal {
    let digest = try digest(of: event.client, salt: salt)
    return EventSeal(
      number: number, salt: salt, clientDigest: digest,
      code: try code(of: event, number, clientDigest: digest, after: last))
  }

  /// The digest of a client. The random bytes prevent that an erased address is found by trying all addresses.
  package func digest(of client: ClientDescription, salt: [UInt8]) throws -> [UInt8] {
    try key.authenticate([
      Self.label("client"), salt, Self.optional(client.device), Self.optional(client.network),
    ])
  }

  /// The code of an event at its place.
  package func code(
    of event: RecordedEvent, _ number: Int64, clientDigest: [UInt8], after last: [UInt8]?
  ) throws -> [UInt8] {
    try key.authenticate([
      Self.label("event"), last ?? [], Self.bytes(number), event.id.bytes,
      Self.bytes(try StoredTime.milliseconds(event.at)), [UInt8](event.type.utf8),
      [UInt8](event.actor.name.utf8), Self.optional(event.actor.id),
      event.subjects.user?.bytes ?? [], Self.optional(event.subjects.application),
      event.subjects.session?.bytes ?? [], clientDigest, [UInt8](event.data.utf8),
    ])
  }

  /// The point of the chain that the store keeps at a place.
  package func point(
    at place: EventChainPoint.Place, _ number: Int64, _ seal: [UInt8]
  ) throws -> EventChainPoint {
    EventChainPoint(
      number: number, seal: seal,
      code: try key.authenticate([Self.label(place.rawValue), Self.bytes(number), seal]))
  }

  /// Whether the server has made a point.
  package func isGenuine(_ point: EventChainPoint, at place: EventChainPoint.Place) throws -> Bool {
    constantTimeEquals(try self.point(at: place, point.number, point.seal).code, point.code)
  }

  private static func label(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

  private static func bytes(_ number: Int64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// Distinguishes a missing text from an empty one.
  private static func optional(_ text: String?) -> [UInt8] { text.map { [1] + $0.utf8 } ?? [] }
}

extension StoreWriting {
  /// Seals and counts the oldest events that have no seal, and adds the deliveries of each to webhooks: once, in the order of the
  /// chain.
  ///
  /// If the end of the chain is missing or was changed, the chain goes on after a gap, which ``EventVerification`` reports.
  ///
  /// - Returns: the sealed events, and whether the end of the chain was genuine.
  /// - Throws: ``StoreError``; the errors of the random source.
  package func sealEvents(
    of chain: EventChain, limit: Int, random: RandomSource
  ) throws -> (events: [RecordedEvent], isWhole: Bool) {
    let events = try unsealedEvents(limit: limit)
    guard !events.isEmpty else { return ([], true) }
    let end = try chainPoint(at: .end)
    var (number, last): (Int64, [UInt8]?) = (end?.number ?? 0, end?.seal)
    var isWhole = true
    let newest = try lastSealedNumber()
    let webhooks = try self.webhooks()
    if try newest != number || !(end.map { try chain.isGenuine($0, at: .end) } ?? true) {
      (isWhole, number, last) = (false, max(number, newest) + 1, nil)
    }
    for event in events {
      number += 1
      let seal = try chain.seal(
        event, as: number, after: last, salt: random.bytes(EventChain.saltLength))
      try self.seal(event.id, with: seal)
      try enqueue(event, number, to: webhooks)
      last = seal.code
    }
    if let last { try setChainPoint(chain.point(at: .end, number, last), at: .end) }
    for count in EventCount.counts(of: events) { try add(count) }
    return (events, isWhole)
  }

  /// Removes the oldest sealed events that happened before a moment, and the numbers of the hours before it. The chain keeps the
  /// place at which the rest begins.
  ///
  /// - Returns: the number of removed events.
  package func removeEvents(of chain: EventChain, before moment: Date, limit: Int) throws -> Int {
    let start = try chainPoint(at: .start)
    let old = try sealedEvents(after: start?.number ?? 0, limit: limit).prefix { $0.at < moment }
    guard let seal = old.last?.seal else { return 0 }
    try removeEvents(upTo: seal.number)
    try removeEventCounts(before: EventHour(of: moment))
    try setChainPoint(chain.point(at: .start, seal.number, seal.code), at: .start)
    return old.count
  }
}

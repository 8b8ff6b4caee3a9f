package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about events.
package protocol EventReading {
  /// The event; nil if there is none, for example because its time is over.
  func event(_ id: Event.ID) throws -> RecordedEvent?
  /// One part of the events about a user since `moment`, newest first.
  ///
  /// `position` is the end of the part before; nil for the first part.
  func events(of user: User.ID, since moment: Date, after position: ListPosition<Event>?, limit: Int) throws
    -> [RecordedEvent]
  /// Whether an event waits for its seal.
  func hasUnsealedEvents() throws -> Bool
  /// The oldest events without a seal, in the order of their ids.
  func unsealedEvents(limit: Int) throws -> [RecordedEvent]
  /// The highest number of a sealed event; that of the start of the chain if there is none.
  func lastSealedNumber() throws -> Int64
  /// The sealed events after a number, in the order of the chain.
  func sealedEvents(after number: Int64, limit: Int) throws -> [RecordedEvent]
  /// A part of all events in the order of their ids, which is that of their times.
  func events(after id: Event.ID?, limit: Int) throws -> [RecordedEvent]
  /// A part of all events since a moment, newest first.
  ///
  /// `id` is the last event of the part before; nil for the first part.
  func events(before id: Event.ID?, since moment: Date, limit: Int) throws -> [RecordedEvent]
  /// The numbers of sealed events in a time, which is divided into parts of `hours`, the oldest first.
  func eventCounts(from start: EventHour, until end: EventHour, hours: Int) throws -> [EventCount]
  /// The time of the newest event of a type, to the hour for a sealed one; nil if there is none.
  func timeOfNewestEvent(of type: EventType) throws -> Date?
  /// The point at an end of the chain; nil before the first seal.
  func chainPoint(at place: EventChainPoint.Place) throws -> EventChainPoint?
}

/// Changes of events.
package protocol EventWriting: EventReading {
  /// Adds an event.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func insert(_ event: Event) throws
  /// Seals an event that has no seal.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such event.
  func seal(_ event: Event.ID, with seal: EventSeal) throws
  func setChainPoint(_ point: EventChainPoint, at place: EventChainPoint.Place) throws
  /// Removes the sealed events up to a number.
  func removeEvents(upTo number: Int64) throws
  /// Adds to the number of events of an hour.
  func add(_ count: EventCount) throws
  func removeEventCounts(before hour: EventHour) throws
}

extension EventWriting {
  /// Stores an event in this transaction.
  package func record(
    _ kind: EventKind, about subjects: EventSubjects, by origin: EventOrigin, at moment: Date
  ) throws {
    try insert(Event(kind, about: subjects, by: origin, at: moment))
  }
}

/// An event as the store has it. Its values are not interpreted, so that a changed row can be read too.
package struct RecordedEvent: Sendable, Equatable {
  package let id: Event.ID
  package let at: Date
  /// The name of an ``EventType``.
  package let type: String
  package let actor: Actor
  package let subjects: EventSubjects
  /// Nothing after the user of the event was deleted.
  package let client: ClientDescription
  /// The text of a JSON object.
  package let data: String
  /// Nil until the event is sealed.
  package let seal: EventSeal?
  /// Whether the store still has the user of the event.
  package let hasUser: Bool

  /// The stored name and id of an ``EventActor``.
  package struct Actor: Sendable, Equatable {
    package let name: String
    package let id: String?

    package init(name: String, id: String?) {
      self.name = name
      self.id = id
    }
  }

  package init(
    id: Event.ID, at: Date, type: String, actor: Actor, subjects: EventSubjects, client: ClientDescription,
    data: String, seal: EventSeal?, hasUser: Bool
  ) {
    self.id = id
    self.at = at
    self.type = type
    self.actor = actor
    self.subjects = subjects
    self.client = client
    self.data = data
    self.seal = seal
    self.hasUser = hasUser
  }

  /// The JSON of the data; nil if the row was changed to something else.
  package var content: JSONValue? { try? JSONParser.parse(data) }

  /// The position of the event in a list, newest first.
  package var position: ListPosition<Event> { ListPosition(moment: at, id: id) }
}

/// The seal of an event in the chain.
package struct EventSeal: Sendable, Equatable {
  /// The place in the chain. The numbers have no gap.
  package let number: Int64
  /// Random bytes of ``clientDigest``; nil after the client of the event was erased.
  package let salt: [UInt8]?
  /// The keyed digest of the client. It stays when the client is erased.
  package let clientDigest: [UInt8]
  /// The code over the event, its number and the seal before.
  package let code: [UInt8]

  package init(number: Int64, salt: [UInt8]?, clientDigest: [UInt8], code: [UInt8]) {
    self.number = number
    self.salt = salt
    self.clientDigest = clientDigest
    self.code = code
  }
}

/// A point of the chain that the store keeps beside the events.
package struct EventChainPoint: Sendable, Equatable {
  package enum Place: String, Sendable {
    /// The last removed event: the first one that is left follows it.
    case start
    /// The last sealed event.
    case end
  }

  package let number: Int64
  package let seal: [UInt8]
  /// The code over the place, the number and the seal.
  package let code: [UInt8]

  package init(number: Int64, seal: [UInt8], code: [UInt8]) {
    self.number = number
    self.seal = seal
    self.code = code
  }
}

import DoorwardSystem

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An act that matters to an operator or a user, or a refusal of one.
///
/// The event of an act is stored in the transaction of the act, so that neither exists without the other. An event has no
/// secret, and no address of a user.
///
/// ```swift
/// try await store.write { transaction in
///   try transaction.setBan(ban, of: user)
///   try transaction.record(.userBanned(until: ban.endsAt), about: EventSubjects(user: user), by: origin, at: now)
/// }
/// ```
package struct Event: Sendable, Equatable {
  package typealias ID = Identifier<Event>

  package let id: ID
  package let at: Date
  package let kind: EventKind
  package let origin: EventOrigin
  package let subjects: EventSubjects

  /// Makes an event of a moment. Its id follows those of all earlier events of this machine.
  package init(_ kind: EventKind, about subjects: EventSubjects, by origin: EventOrigin, at moment: Date) {
    id = ID(ofNextEventAt: moment)
    at = moment
    self.kind = kind
    self.origin = origin
    self.subjects = subjects
  }
}

extension Identifier where Subject == Event {
  /// An id that sorts after those that this machine has made for the same millisecond: after the time come 42 bits of the
  /// monotonic clock, in nanoseconds, and then random bits. The id of an event is not a secret.
  init(ofNextEventAt moment: Date) {
    let nanoseconds = MonotonicTime.now.nanoseconds
    let (high, low) = (nanoseconds >> 30 & 0xfff, nanoseconds & 0x3fff_ffff)
    let rest = low << 32 | UInt64(UInt32.random(in: .min ... .max))
    let entropy =
      [UInt8(high >> 8), UInt8(high & 0xff)]
      + stride(from: 56, through: 0, by: -8).map { UInt8(rest >> $0 & 0xff) }
    self.init(at: moment, entropy: entropy)
  }
}

/// The party that acts, and its client.
package struct EventOrigin: Sendable, Equatable {
  package let actor: EventActor
  /// The device and the network of the client, as sessions keep them. Acts on the command line and of the server have none.
  package let client: ClientDescription

  package init(_ actor: EventActor, _ client: ClientDescription = ClientDescription()) {
    self.actor = actor
    self.client = client
  }

  /// The server itself, for example when a proof of a session has lapsed.
  package static let system = EventOrigin(.system)
}

/// The party that acts.
package enum EventActor: Sendable, Equatable {
  case user(User.ID)
  /// A user who acts in the administration.
  case administrator(User.ID)
  case apiKey(APIKeyRecord.ID)
  /// A program with a key of the administration.
  case administrationKey(AdministrationKey.ID)
  /// A command, with the name of the operator's account on the machine.
  case commandLine(String)
  case system
  /// A client that has not proven a user.
  case unknown

  package static var administratorName: String { "administrator" }

  /// The stable name of the kind.
  package var name: String {
    switch self {
    case .user: "user"
    case .administrator: Self.administratorName
    case .apiKey: "api_key"
    case .administrationKey: "administration_key"
    case .commandLine: "command_line"
    case .system: "system"
    case .unknown: "unknown"
    }
  }

  /// The id or the name of the party; nil for the server and for an unknown client.
  package var id: String? {
    switch self {
    case .user(let id), .administrator(let id): id.text
    case .apiKey(let id): id.text
    case .administrationKey(let id): id.text
    case .commandLine(let name): name
    case .system, .unknown: nil
    }
  }
}

/// The user, the application and the session that an event names.
package struct EventSubjects: Sendable, Equatable {
  package var user: User.ID?
  package var application: String?
  package var session: Session.ID?

  package init(user: User.ID? = nil, application: String? = nil, session: Session.ID? = nil) {
    self.user = user
    self.application = application
    self.session = session
  }

  /// A session, with its user and its application.
  package init(_ session: Session) {
    self.init(user: session.userID, application: session.applicationID, session: session.id)
  }
}

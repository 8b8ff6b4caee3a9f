package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The values that a new session is opened with, in addition to the proof.
package struct SessionOpening: Sendable {
  package let application: Application
  package let carrier: Session.Carrier
  package let client: ClientDescription
  /// A live session of the caller. A proof by the same user for the same application re-authenticates the session.
  package let current: Session?
  /// A session that ends when this one opens, regardless of its user.
  package let replaced: Session?
  /// The upgrade of the anonymous user whose account token was in the request, with an identity that no user has.
  package let upgrade: AnonymousUpgrade?
  /// The client's key for the request. The client sends it again if the response was lost.
  package let idempotencyKey: String?
  /// The device of the sign-in; nil if it is not known.
  package let device: KnownDevice?
  /// The language of a message to a user without a locale.
  package let language: String
  /// Whether the sign-in keeps an account that is about to be deleted.
  package var keepsAccount = false

  package init(
    application: Application, carrier: Session.Carrier, client: ClientDescription, current: Session? = nil,
    replaced: Session? = nil, upgrade: AnonymousUpgrade? = nil, idempotencyKey: String? = nil,
    device: KnownDevice? = nil, language: String = ""
  ) {
    self.application = application
    self.carrier = carrier
    self.client = client
    self.current = current
    self.replaced = replaced
    self.upgrade = upgrade
    self.idempotencyKey = idempotencyKey
    self.device = device
    self.language = language
  }

  /// The user who signs in, as the party that acts.
  package func origin(_ user: User.ID) -> EventOrigin { EventOrigin(.user(user), client) }

  /// A user and the application of the sign-in, for events.
  package func subjects(_ user: User.ID) -> EventSubjects {
    EventSubjects(user: user, application: application.id)
  }

  /// Whether the client has shown that the user has signed in on it before: by a session that it holds, or by the token
  /// of its device.
  package func isKnown(to user: User, at now: Date) -> Bool {
    current?.userID == user.id || replaced?.userID == user.id || device?.isKnown(to: user, at: now) == true
  }
}

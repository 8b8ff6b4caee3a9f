package import DoorwardSessions
package import DoorwardStore

/// The values that a new session is opened with, in addition to the proof.
package struct SessionOpening: Sendable {
  package let application: Application
  package let carrier: Session.Carrier
  package let client: ClientDescription
  /// A live session of the caller. A proof by the same user for the same application re-authenticates the session.
  package let current: Session?
  /// A session that ends when this one opens, regardless of its user.
  package let replaced: Session.ID?
  /// The upgrade of the anonymous user whose account token was in the request, with an identity that no user has.
  package let upgrade: AnonymousUpgrade?
  /// The client's key for the request. The client sends it again if the response was lost.
  package let idempotencyKey: String?

  package init(
    application: Application, carrier: Session.Carrier, client: ClientDescription, current: Session? = nil,
    replaced: Session.ID? = nil, upgrade: AnonymousUpgrade? = nil, idempotencyKey: String? = nil
  ) {
    self.application = application
    self.carrier = carrier
    self.client = client
    self.current = current
    self.replaced = replaced
    self.upgrade = upgrade
    self.idempotencyKey = idempotencyKey
  }
}

package import DoorwardSessions
package import DoorwardStore

/// The values that a new session is opened with beside the proof.
package struct SessionOpening: Sendable {
  package let application: Application
  package let carrier: Session.Carrier
  package let client: ClientDescription
  /// A live session of the caller. A proof by the same user for the same application re-authenticates it.
  package let current: Session?
  /// A session that ends as this one opens, whoever holds it.
  package let replaced: Session.ID?
  /// Registers the anonymous user whose account token the request carried, by an identity that no user has.
  package let upgrade: AnonymousUpgrade?
  /// The client's name for the request, under which it can repeat the request if the answer is lost.
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

package import DoorwardSessions
package import DoorwardStore
package import DoorwardWire

/// The circumstances of a proof. A challenge is bound to them, in addition to its own text.
package struct ProofContext: Sendable {
  package typealias Purpose = WirePurpose

  package let application: Application
  package let purpose: Purpose
  /// The user to whose account the identity is added; nil for a sign-in.
  package let user: User.ID?
  /// The client that requested the challenge; nil for a method without challenges.
  package let binding: Binding?
  /// Whether the request may repeat one whose response was lost. Then a proof of an expired challenge is verified
  /// too, and ``Admission`` accepts it only if it has already opened a session.
  package let mayRepeat: Bool

  package init(
    application: Application, purpose: Purpose, user: User.ID?, binding: Binding?, mayRepeat: Bool = false
  ) {
    self.application = application
    self.purpose = purpose
    self.user = user
    self.binding = binding
    self.mayRepeat = mayRepeat
  }
}

package import DoorwardSessions
package import DoorwardStore
package import DoorwardWire

/// The values that a challenge is bound to, in addition to its own text.
package struct ChallengeContext: Sendable {
  package typealias Purpose = WirePurpose

  package let application: Application
  package let purpose: Purpose
  /// The user to whose account the identity is added; nil for a sign-in.
  package let user: User.ID?
  package let binding: Binding
  /// Whether the request may repeat one whose response was lost. Then a proof of an expired challenge is verified
  /// too, and ``Admission`` accepts it only if it has already opened a session.
  package let mayRepeat: Bool

  package init(
    application: Application, purpose: Purpose, user: User.ID?, binding: Binding, mayRepeat: Bool = false
  ) {
    self.application = application
    self.purpose = purpose
    self.user = user
    self.binding = binding
    self.mayRepeat = mayRepeat
  }
}

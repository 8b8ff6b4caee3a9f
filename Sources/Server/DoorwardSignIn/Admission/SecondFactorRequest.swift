package import DoorwardSecondFactors
package import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A sign-in that waits for a second factor.
///
/// The client receives it sealed and returns it with the proof of the factor. The server stores nothing.
package struct SecondFactorRequest: Sendable {
  /// A secret that the server has made for the second step.
  package enum Secret: Sendable {
    /// The code that was sent by a channel.
    case code(OneTimeCode, DeliveryChannel, expiresAt: Date)
    /// The secret of an authenticator that the user adds.
    case authenticator(AuthenticatorSecret)
    /// The id that the new factor names: that of the user, who may not be stored yet.
    case user(User.ID)
  }

  /// The time that the user has, in seconds.
  package static let lifetime: TimeInterval = StandardLimits.secondFactorLifetime

  /// The id that is spent when the request opens its session.
  package let id: ChallengeID
  package let first: FirstFactor
  package let applicationID: String
  package let carrier: Session.Carrier
  /// The factors that the user can prove.
  package let methods: [SignInMethodName]
  /// The factors of which the user must add one, because the application requires a second factor and the user has none.
  package let enrollmentMethods: [SignInMethodName]
  /// The change that the sign-in makes then.
  package let change: PendingChange?
  package let expiresAt: Date
  package var secret: Secret?
  /// The options that the client needs to prove the factors. They are not part of the sealed text.
  package var options = JSONObject()

  package init(
    id: ChallengeID, first: FirstFactor, applicationID: String, carrier: Session.Carrier,
    methods: [SignInMethodName], enrollmentMethods: [SignInMethodName], change: PendingChange?,
    expiresAt: Date, secret: Secret? = nil
  ) {
    self.id = id
    self.first = first
    self.applicationID = applicationID
    self.carrier = carrier
    self.methods = methods
    self.enrollmentMethods = enrollmentMethods
    self.change = change
    self.expiresAt = expiresAt
    self.secret = secret
  }

  package init(
    id: ChallengeID, first: FirstFactor, _ opening: SessionOpening, methods: [SignInMethodName],
    enrollmentMethods: [SignInMethodName], change: PendingChange?, at now: Date
  ) {
    self.init(
      id: id, first: first, applicationID: opening.application.id, carrier: opening.carrier,
      methods: methods, enrollmentMethods: enrollmentMethods, change: change,
      expiresAt: now.addingTimeInterval(Self.lifetime))
  }

  /// Whether the user must add a second factor.
  package var needsEnrollment: Bool { !enrollmentMethods.isEmpty }

  /// The request as a challenge, whose guesses are counted and which is spent once.
  package var challenge: AnsweredChallenge { AnsweredChallenge(id: id, expiresAt: expiresAt) }
}

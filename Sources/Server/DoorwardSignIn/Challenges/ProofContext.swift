package import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  package var mayRepeat: Bool { idempotencyKey != nil }
  /// The client's key for the request.
  package let idempotencyKey: String?
  /// The address of the client.
  package let address: IPAddress
  /// The client, for events.
  package let client: ClientDescription
  /// The device of the client; nil if it is not known.
  package let device: KnownDevice?
  /// The language that the client prefers, for messages to a user without a locale.
  package let language: String

  package init(
    application: Application, purpose: Purpose, user: User.ID?, binding: Binding?, _ request: HTTPRequest,
    device: KnownDevice? = nil, idempotencyKey: String? = nil
  ) {
    self.application = application
    self.purpose = purpose
    self.user = user
    self.binding = binding
    self.idempotencyKey = idempotencyKey
    self.device = device
    address = request.clientAddress
    client = request.clientDescription
    language = request.preferredLanguage
  }

  /// The reads of the sign-in that follows a valid proof.
  ///
  /// - Parameters:
  ///   - identity: the identity that the guess names.
  ///   - challenge: the challenge that it answers.
  ///   - now: the time.
  /// - Returns: nil if the proof is for something else.
  func signIn(by identity: IdentityKey, answering challenge: AnsweredChallenge?, at now: Date) -> SignInReads?
  {
    guard purpose == .signIn else { return nil }
    let repeated = SignInRepetition.session(
      answering: challenge?.id, by: identity, of: application, key: idempotencyKey)
    return SignInReads(by: identity, applicationID: application.id, repeating: repeated, at: now)
  }
}

/// Binds a challenge to the client that requested it (``WireBinding``).
package struct Binding: Sendable, Equatable {
  /// base64url(SHA-256(ASCII(secret))).
  package let value: String

  /// Reads the binding of a request for a challenge.
  ///
  /// - Throws: `Problem` 400 `invalid_binding`.
  package init(_ value: String) throws(Problem) {
    self.value = try WireBinding.requested(value).value
  }

  /// Makes the binding of a secret.
  ///
  /// - Throws: `Problem` 400 `invalid_binding_secret`.
  package init(secret: String) throws(Problem) {
    value = try WireBinding.answered(by: secret).value
  }
}

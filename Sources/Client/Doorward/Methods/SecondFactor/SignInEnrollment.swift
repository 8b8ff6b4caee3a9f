/// A sign-in that waits for a new authenticator of the user. ``SecondFactorClient/finish(_:code:)`` finishes it.
public struct SignInEnrollment: Sendable {
  /// The secret, the URI and the QR code to show.
  public let authenticator: AuthenticatorEnrollment
  /// The sign-in.
  let challenge: SecondFactorChallenge
}

extension SignInEnrollment: CustomStringConvertible {
  public var description: String { "SignInEnrollment" }
}

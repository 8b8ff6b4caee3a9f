internal import DoorwardWire
public import Foundation

/// An authenticator that the user is adding. ``SecondFactorClient/confirm(_:code:)`` adds it; during a sign-in,
/// ``SecondFactorClient/finish(_:code:)`` does.
///
/// Show the user ``qrCode`` or open ``uri``, which starts an authenticator on the same device, and show ``secret`` for
/// authenticators that can do neither.
public struct AuthenticatorEnrollment: Sendable {
  /// The secret in base32.
  public var secret: String { wire.secret }
  /// The `otpauth://` URI, which contains the secret.
  public var uri: String { wire.uri }
  /// The URI as a QR code, an image in SVG.
  public var qrCode: String { wire.qrCode }
  /// The end of the enrollment, by the server's clock.
  public var expiresAt: Date { wire.expiresAt }

  let wire: WireEnrollment
}

extension AuthenticatorEnrollment: CustomStringConvertible, CustomReflectable {
  public var description: String { "AuthenticatorEnrollment" }
  // A dump must not show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A second factor that the user has added.
public struct AddedSecondFactor: Sendable {
  /// The factor.
  public let factor: DoorwardSecondFactor
  /// The recovery codes, if the user had none; otherwise empty. The server shows them only this once.
  public let recoveryCodes: [String]
}

extension AddedSecondFactor: CustomStringConvertible, CustomReflectable {
  public var description: String { "AddedSecondFactor" }
  // A dump must not show the recovery codes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

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

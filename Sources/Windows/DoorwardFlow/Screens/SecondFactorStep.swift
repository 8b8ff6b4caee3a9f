package import Foundation

/// A view for the second factor of a user.
public struct SecondFactorStep: Hashable, Sendable {
  /// The factors of the user; not empty.
  public let factors: [SecondFactorKind]
  /// The factor that the view shows.
  public internal(set) var chosen: SecondFactorKind
  /// The code that was sent; nil before ``SignInAct/sendCode``.
  public internal(set) var sent: SentCode?
  let ticket: Ticket
  /// The end of the sign-in; nil if it has passed while the server checks a factor.
  var expiresAt: Date?

  package init(factors: [SecondFactorKind], chosen: SecondFactorKind, ticket: Ticket, expiresAt: Date) {
    self.factors = factors
    self.chosen = chosen
    self.ticket = ticket
    self.expiresAt = expiresAt
  }
}

/// A view that adds a second factor, because the application requires one and the user has none.
public struct NewFactorStep: Hashable, Sendable {
  /// The factors that the user can add; not empty.
  public let factors: [SecondFactorKind]
  /// The authenticator that the user is adding; nil before the user has chosen to.
  public internal(set) var authenticator: NewAuthenticator?
  let ticket: Ticket
  var expiresAt: Date?

  package init(factors: [SecondFactorKind], ticket: Ticket, expiresAt: Date) {
    self.factors = factors
    self.ticket = ticket
    self.expiresAt = expiresAt
  }
}

/// The secret of a new authenticator.
public struct NewAuthenticator: Hashable, Sendable {
  package let ticket: Ticket
  /// The secret in base32.
  public let secret: String
  /// The `otpauth://` URI, which contains the secret.
  public let uri: String
  /// The URI as a QR code, an image in SVG.
  public let qrCode: String

  package init(ticket: Ticket, secret: String, uri: String, qrCode: String) {
    self.ticket = ticket
    self.secret = secret
    self.uri = uri
    self.qrCode = qrCode
  }
}

extension NewAuthenticator: CustomStringConvertible, CustomReflectable {
  public var description: String { "NewAuthenticator" }
  // A dump must not show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A second factor that a sign-in view can ask for, in the order in which views offer them. Factors that this version does
/// not know are not shown.
public enum SecondFactorKind: String, Hashable, Sendable, CaseIterable {
  /// A passkey.
  case passkey
  /// A code of the user's authenticator.
  case authenticator
  /// A code by email or SMS.
  case sentCode
  /// A recovery code.
  case recoveryCode
}

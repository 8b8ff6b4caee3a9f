import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An authorization code as the store keeps it (RFC 6749 §4.1.2): the granted scopes, the client and the user's
/// session. The code itself, 32 random bytes, is only in the redirect.
package struct AuthorizationCode: Sendable, Equatable {
  /// The time in which the client's backend must use the code, in seconds.
  package static let lifetime: TimeInterval = 60

  /// SHA-256 of the code's text.
  package let hash: [UInt8]
  package let applicationID: String
  /// The redirect URI as the client presented it, including the port.
  package let redirectURI: String
  /// The S256 challenge of RFC 7636 §4.2; nil if a client with a secret uses no PKCE.
  package let challenge: [UInt8]?
  package let nonce: String?
  package let scopes: Scopes
  /// Those of the scopes that the page has listed to the user for this code.
  package let shown: Scopes
  /// The hosted page's session of the user who granted the code. If it has ended, the code is invalid.
  package let pageSession: Session.ID
  package let expiresAt: Date
  /// The time of the first use, whether or not it succeeded.
  package var usedAt: Date?
  /// The session that the first use opened.
  package var openedSession: Session.ID?

  package init(
    hash: [UInt8], applicationID: String, redirectURI: String, challenge: [UInt8]?, nonce: String?,
    scopes: Scopes, shown: Scopes, pageSession: Session.ID, expiresAt: Date, usedAt: Date? = nil,
    openedSession: Session.ID? = nil
  ) {
    self.hash = hash
    self.applicationID = applicationID
    self.redirectURI = redirectURI
    self.challenge = challenge
    self.nonce = nonce
    self.scopes = scopes
    self.shown = shown
    self.pageSession = pageSession
    self.expiresAt = expiresAt
    self.usedAt = usedAt
    self.openedSession = openedSession
  }

  package static func hash(of text: String) -> [UInt8] { SHA256.hash([UInt8](text.utf8)) }
}

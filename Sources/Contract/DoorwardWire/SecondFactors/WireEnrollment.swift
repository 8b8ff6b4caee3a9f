package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An authenticator that the user has not confirmed yet: the answer to ``WirePath/totp``.
package struct WireEnrollment: Sendable {
  package let challengeID: String
  /// The secret in base32.
  package let secret: String
  /// The `otpauth://` URI with the secret.
  package let uri: String
  /// The URI as a QR code in SVG.
  package let qrCode: String
  package let expiresAt: Date

  package init(challengeID: String, secret: String, uri: String, qrCode: String, expiresAt: Date) {
    self.challengeID = challengeID
    self.secret = secret
    self.uri = uri
    self.qrCode = qrCode
    self.expiresAt = expiresAt
  }

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let id = value[ChallengeMembers.challengeID]?.string, let secret = value[Members.secret]?.string,
      let uri = value[ChallengeMembers.uri]?.string, let qrCode = value[Members.qrCode]?.string,
      let expiresAt = value[ChallengeMembers.expiresAt]?.time
    else { return nil }
    self.init(challengeID: id, secret: secret, uri: uri, qrCode: qrCode, expiresAt: expiresAt)
  }

  package var json: JSONObject {
    [
      Members.secret: .string(secret), ChallengeMembers.uri: .string(uri), Members.qrCode: .string(qrCode),
      ChallengeMembers.challengeID: .string(challengeID), ChallengeMembers.expiresAt: .time(expiresAt),
    ]
  }

  /// Schemas: `AuthenticatorEnrollment`.
  package enum Members {
    package static var secret: String { "secret" }
    package static var qrCode: String { "qr_code" }
  }
}

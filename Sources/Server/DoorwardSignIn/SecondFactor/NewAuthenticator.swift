import DoorwardQRCodes
import DoorwardSecondFactors
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An authenticator that has given its first code. The user knows the secret, so the code is not counted as a guess.
struct NewAuthenticator {
  let id: SecondFactorRecord.ID
  private let secret: AuthenticatorSecret
  private let step: Int64
  private let createdAt: Date

  /// Checks the first code. The result is nil if it is wrong.
  ///
  /// - Parameters:
  ///   - secret: the secret that the server has made.
  ///   - code: the first code, as typed.
  ///   - id: the identifier of the factor.
  ///   - now: the time.
  /// - Throws: the errors of the MAC.
  init?(_ secret: AuthenticatorSecret, code: String, id: SecondFactorRecord.ID, at now: Date) throws {
    guard let typed = OneTimeCode(typed: code),
      let step = try TOTP.standard.verify(typed, of: secret, at: now, after: nil)
    else { return nil }
    self.id = id
    self.secret = secret
    self.step = step.number
    createdAt = now
  }

  /// The factor as stored.
  ///
  /// - Throws: the errors of the cipher.
  func record(of user: User.ID, under secrets: SecondFactorSecrets) throws -> SecondFactorRecord {
    SecondFactorRecord(
      id: id, userID: user,
      kind: .authenticator(
        SecondFactorRecord.Authenticator(sealedSecret: try secrets.seal(secret, of: id, user), lastStep: step)
      ),
      createdAt: createdAt)
  }
}

extension AuthenticatorSecret {
  /// The members of an answer that shows the secret: text, URI and QR code.
  ///
  /// - Parameters:
  ///   - issuer: the name of the application, which the authenticator shows.
  ///   - account: the name of the account, which the authenticator shows.
  /// - Returns: the members.
  /// - Throws: the errors of the QR code.
  func members(issuer: String, account: String) throws -> JSONObject {
    let uri = TOTP.standard.uri(of: self, issuer: issuer, account: account)
    return [
      WireEnrollment.Members.secret: .string(base32), ChallengeMembers.uri: .string(uri),
      WireEnrollment.Members.qrCode: .string(try QRCode(uri).svg),
    ]
  }
}

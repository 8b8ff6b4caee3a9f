package import DoorwardOpenSSL
import DoorwardSecondFactors
package import DoorwardSessions
import DoorwardStore

/// Protects the secrets of second factors in the store.
package struct SecondFactorSecrets: Sendable {
  private static let purpose = [UInt8]("totp-secret".utf8)

  private let key: DerivedKey
  /// The key of the hashes of recovery codes.
  let recoveryKey: CodeHashKey

  /// - Parameters:
  ///   - key: the key of this purpose.
  ///   - library: the algorithms.
  /// - Throws: the errors of the MAC.
  package init(key: DerivedKey, library: OpenSSLContext) throws {
    self.key = key
    recoveryKey = try CodeHashKey(key.authenticate([[UInt8]("recovery-codes".utf8)]), context: library)
  }

  /// Encrypts the secret of a factor. The text belongs to this factor of this user.
  func seal(
    _ secret: AuthenticatorSecret, of factor: SecondFactorRecord.ID, _ user: User.ID
  ) throws -> [UInt8] {
    try key.seal(secret.bytes, purpose: Self.purpose + factor.bytes + user.bytes)
  }

  /// Decrypts the secret of a factor.
  func open(
    _ authenticator: SecondFactorRecord.Authenticator, of factor: SecondFactorRecord
  ) throws -> AuthenticatorSecret {
    try AuthenticatorSecret(
      key.open(authenticator.sealedSecret, purpose: Self.purpose + factor.id.bytes + factor.userID.bytes))
  }
}

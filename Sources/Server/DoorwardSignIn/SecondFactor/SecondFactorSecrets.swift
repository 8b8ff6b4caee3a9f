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

  /// Bytes that only this server can compute. They are the same for each repetition of a request.
  ///
  /// - Parameters:
  ///   - count: the number of bytes.
  ///   - digest: the value of the request.
  ///   - index: the number of the call for this request.
  /// - Returns: the bytes.
  /// - Throws: the errors of the MAC.
  func bytes(_ count: Int, for digest: [UInt8], index: UInt64) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let position = [index, UInt64(bytes.count)].flatMap { number in
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
      }
      bytes += try key.authenticate([[UInt8]("repeated-recovery-codes".utf8), digest, position])
    }
    return Array(bytes.prefix(count))
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

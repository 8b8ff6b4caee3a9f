internal import Encodings

/// A new credential in authenticator data (WebAuthn L3 §6.5.1).
public struct AttestedCredentialData: Sendable, Hashable {
  /// The longest credential id that the standard allows, in bytes.
  public static let maxCredentialIDLength = 1023

  /// The model of the authenticator.
  public let aaguid: AAGUID
  /// The credential id.
  public let credentialID: [UInt8]
  /// The algorithm of the public key, which the library may not support.
  public let algorithm: COSEAlgorithm
  /// The COSE_Key of the public key.
  public let publicKeyBytes: [UInt8]

  /// Reads the data at a position, and moves the position to its end.
  init(_ bytes: [UInt8], at position: inout Int) throws(WebAuthnError) {
    guard bytes.count - position >= 18, let aaguid = AAGUID(Array(bytes[position..<position + 16])) else {
      throw AuthenticatorData.malformed("the attested credential data is truncated")
    }
    let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
    position += 18
    // WebAuthn L3 §7.1 step 25. The length is checked here, before more is read.
    guard length <= Self.maxCredentialIDLength else {
      throw WebAuthnError(
        code: .credentialIDTooLong,
        reason: "the credential id has \(length) bytes; at most \(Self.maxCredentialIDLength) are allowed")
    }
    guard length > 0, length <= bytes.count - position else {
      throw AuthenticatorData.malformed("the credential id is truncated or empty")
    }
    credentialID = Array(bytes[position..<position + length])
    position += length
    let start = position
    let key = try AuthenticatorData.item(bytes, at: &position, "the credential public key")
    algorithm = try CredentialPublicKey.algorithm(of: key)
    publicKeyBytes = Array(bytes[start..<position])
    self.aaguid = aaguid
  }

  /// Parses the public key.
  ///
  /// - Throws: ``WebAuthnError``: `malformed_public_key`, `unsupported_algorithm`.
  public func publicKey() throws(WebAuthnError) -> CredentialPublicKey {
    try CredentialPublicKey(parsing: publicKeyBytes)
  }
}

internal import BinaryEncodings
public import Encodings

/// The outputs of extensions of a registration. Outputs that were not asked for are kept and mean nothing.
public struct RegistrationExtensionOutputs: Sendable, Hashable {
  /// `credProps.rk`: whether the credential is discoverable; nil if the client does not know.
  public let isDiscoverable: Bool?
  /// `credProtect`, from the authenticator data. The signature of an attestation covers it.
  public let credentialProtection: CredentialProtection?
  /// `appidExclude`: whether the client used the list of credentials of U2F.
  public let appidExclude: Bool?
  /// `largeBlob.supported`: whether the credential can store a blob.
  public let largeBlobSupported: Bool?
  /// `prf.enabled`: whether the credential can compute secrets.
  public let prfEnabled: Bool?
  /// `prf.results`; nil if their bytes are lost.
  public let prfResults: PRFValues?
  /// All outputs of the client, including those above.
  public let client: JSONObject

  init(_ reader: ResponseReader?, authenticator: CBORMap) throws(WebAuthnError) {
    isDiscoverable = try reader?.optionalObject("credProps")?.optionalBool("rk")
    appidExclude = try reader?.optionalBool("appidExclude")
    largeBlobSupported = try reader?.optionalObject("largeBlob")?.optionalBool("supported")
    let prf = try reader?.optionalObject("prf")
    prfEnabled = try prf?.optionalBool("enabled")
    prfResults = try prf?.optionalObject("results").flatMap { results throws(WebAuthnError) in
      try PRFValues.output(results)
    }
    if let value = authenticator["credProtect"] {
      guard let number = value.int64, let protection = CredentialProtection(rawValue: Int(number)) else {
        throw AuthenticatorData.malformed("credProtect must be 1, 2 or 3")
      }
      credentialProtection = protection
    } else {
      credentialProtection = nil
    }
    client = reader?.object ?? JSONObject()
  }
}

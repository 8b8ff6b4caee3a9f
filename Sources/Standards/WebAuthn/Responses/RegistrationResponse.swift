internal import BinaryEncodings
public import Encodings

/// The response of a client to a registration (`RegistrationResponseJSON`, WebAuthn L3 §5.1), parsed. It is not
/// verified.
public struct RegistrationResponse: Sendable {
  /// The credential id.
  public let id: [UInt8]
  /// The client data.
  public let clientData: CollectedClientData
  /// The attestation object.
  public let attestationObject: AttestationObject
  /// `transports`, as written: how the authenticator can be reached. Nothing proves it.
  public let transports: [String]
  /// `authenticatorAttachment`; nil if it is missing or unknown. Nothing proves it.
  public let authenticatorAttachment: AuthenticatorAttachment?
  /// The outputs of client extensions. Nothing proves them.
  public let extensions: RegistrationExtensionOutputs

  /// Parses the JSON form from text.
  ///
  /// - Throws: ``WebAuthnError``.
  public init(parsing json: [UInt8]) throws(WebAuthnError) {
    try self.init(ResponseReader.parse(json))
  }

  /// Parses the JSON form.
  ///
  /// `authenticatorData`, `publicKey` and `publicKeyAlgorithm` are copies of parts of the attestation object. They
  /// may be missing; if they are present, they must be the same.
  ///
  /// - Throws: ``WebAuthnError``: `malformed_response`, `wrong_credential_id`, `credential_id_too_long`, and the errors
  ///   of ``CollectedClientData/init(parsing:)`` and ``AttestationObject/init(parsing:)``.
  public init(_ json: JSONValue) throws(WebAuthnError) {
    try self.init(ResponseReader(json))
  }

  private init(_ reader: ResponseReader) throws(WebAuthnError) {
    let form = try PublicKeyCredentialForm(reader)
    let response = form.response
    // WebAuthn L3 §7.1 step 3: an authentication response has no attestation object.
    guard response.has("attestationObject") else {
      throw ResponseReader.malformed("the response has no attestationObject")
    }
    clientData = try CollectedClientData(parsing: response.bytes("clientDataJSON"))
    // WebAuthn L3 §7.1 step 13.
    attestationObject = try AttestationObject(parsing: response.bytes("attestationObject"))
    let data = attestationObject.authenticatorData
    if let copy = try response.optionalBytes("authenticatorData"), copy != data.bytes {
      throw ResponseReader.malformed("authenticatorData is not the one of the attestation object")
    }
    guard let credential = data.attestedCredential else {
      throw AuthenticatorData.malformed("the attested credential data is missing")
    }
    guard credential.credentialID == form.id else {
      throw WebAuthnError(
        code: .wrongCredentialID, reason: "rawId is not the credential id of the attestation object")
    }
    if let copy = try response.optionalNumber("publicKeyAlgorithm"), copy != credential.algorithm.rawValue {
      throw ResponseReader.malformed("publicKeyAlgorithm is not the one of the attestation object")
    }
    if let copy = try response.optionalBytes("publicKey") {
      try Self.check(publicKey: copy, credential)
    }
    id = form.id
    transports = try response.optionalStrings("transports") ?? []
    authenticatorAttachment = form.attachment
    extensions = try RegistrationExtensionOutputs(
      form.extensions, authenticator: attestationObject.authenticatorData.extensions)
  }

  /// `publicKey` is the SubjectPublicKeyInfo of the credential's key (WebAuthn L3 §5.2.1.1).
  private static func check(
    publicKey: [UInt8], _ credential: AttestedCredentialData
  ) throws(WebAuthnError) {
    // The key of an unsupported algorithm is refused by the verifier.
    guard credential.algorithm.isSupported else { return }
    let key = try credential.publicKey()
    let copy: PublicKeyMaterial?
    do { copy = try SubjectPublicKeyInfo.material(publicKey) } catch {
      throw ResponseReader.malformed("publicKey is malformed: \(error.reason)")
    }
    guard copy == key.material else {
      throw ResponseReader.malformed("publicKey is not the one of the attestation object")
    }
  }
}

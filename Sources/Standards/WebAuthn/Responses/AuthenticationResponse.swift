public import Encodings

/// The response of a client to an authentication (`AuthenticationResponseJSON`, WebAuthn L3 §5.1), parsed. It is not
/// verified.
public struct AuthenticationResponse: Sendable {
  /// The longest user handle, in bytes (WebAuthn L3 §5.4.3).
  public static let maxUserHandleLength = 64

  /// The credential id. Find the credential's record with it.
  public let id: [UInt8]
  /// The client data.
  public let clientData: CollectedClientData
  /// The authenticator data.
  public let authenticatorData: AuthenticatorData
  /// The signature over authenticator data and the hash of the client data.
  public let signature: [UInt8]
  /// The user handle: whom the authenticator has made the credential for. Nil if it is missing or empty.
  public let userHandle: [UInt8]?
  /// `authenticatorAttachment`; nil if it is missing or unknown. Nothing proves it.
  public let authenticatorAttachment: AuthenticatorAttachment?
  /// The outputs of client extensions. Nothing proves them.
  public let extensions: AuthenticationExtensionOutputs

  /// Parses the JSON form from text.
  ///
  /// - Throws: ``WebAuthnError``.
  public init(parsing json: [UInt8]) throws(WebAuthnError) {
    try self.init(ResponseReader.parse(json))
  }

  /// Parses the JSON form.
  ///
  /// - Throws: ``WebAuthnError``: `malformed_response`, `wrong_credential_id`, `credential_id_too_long`, and the errors
  ///   of ``CollectedClientData/init(parsing:)`` and ``AuthenticatorData/init(parsing:)``.
  public init(_ json: JSONValue) throws(WebAuthnError) {
    try self.init(ResponseReader(json))
  }

  private init(_ reader: ResponseReader) throws(WebAuthnError) {
    let form = try PublicKeyCredentialForm(reader)
    let response = form.response
    // WebAuthn L3 §7.2 step 3: a registration response has no signature.
    guard response.has("signature") else { throw ResponseReader.malformed("the response has no signature") }
    // WebAuthn L3 §7.2 step 7.
    clientData = try CollectedClientData(parsing: response.bytes("clientDataJSON"))
    authenticatorData = try AuthenticatorData(parsing: response.bytes("authenticatorData"))
    signature = try response.bytes("signature")
    // WebAuthn L3 §6.1: AT must not be set in an assertion. §7.2 has no step for it, but no authenticator needs it.
    guard authenticatorData.attestedCredential == nil else {
      throw AuthenticatorData.malformed("an assertion must not have attested credential data")
    }
    // Clients exist that send an empty text if the authenticator returns no user handle.
    let handle = try response.optionalBytes("userHandle") ?? []
    guard handle.count <= Self.maxUserHandleLength else {
      throw ResponseReader.malformed("userHandle must have at most \(Self.maxUserHandleLength) bytes")
    }
    userHandle = handle.isEmpty ? nil : handle
    id = form.id
    authenticatorAttachment = form.attachment
    extensions = try AuthenticationExtensionOutputs(form.extensions)
  }
}

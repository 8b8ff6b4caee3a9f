internal import Encodings

/// The members that registration and authentication responses share (WebAuthn L3 §5.1).
struct PublicKeyCredentialForm {
  let id: [UInt8]
  let attachment: AuthenticatorAttachment?
  let response: ResponseReader
  let extensions: ResponseReader?

  init(_ reader: ResponseReader) throws(WebAuthnError) {
    guard try reader.string("type") == "public-key" else {
      throw ResponseReader.malformed("type must be public-key")
    }
    let text = try reader.string("rawId")
    id = try ResponseReader.decode(text, path: "rawId")
    // `id` is the base64url encoding of `rawId`, which has one form.
    guard sameBytes(try reader.string("id"), text) else {
      throw WebAuthnError(code: .wrongCredentialID, reason: "id and rawId are not the same")
    }
    guard !id.isEmpty else { throw ResponseReader.malformed("rawId is empty") }
    guard id.count <= AttestedCredentialData.maxCredentialIDLength else {
      throw WebAuthnError(
        code: .credentialIDTooLong,
        reason: "the credential id has \(id.count) bytes; at most 1023 are allowed")
    }
    attachment = try reader.known("authenticatorAttachment")
    response = try reader.object("response")
    extensions = try reader.optionalObject("clientExtensionResults")
  }
}

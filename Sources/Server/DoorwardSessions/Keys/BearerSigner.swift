import JOSESignatures

/// Signs bearer tokens with the active ES256 key of one moment. Do not keep it: another key may become active.
package struct BearerSigner: Sendable {
  let signer: JWTSigner
  let verifier: CachingVerifier

  /// Signs the claims of a token.
  ///
  /// - Parameters:
  ///   - claims: the claims, as a JSON object. Registered claims must have the types of RFC 7519 §4.1.
  ///   - type: the `typ` of the token.
  ///   - isSoonUsed: whether the verifier keeps the token, so that its first use needs no check of its signature.
  /// - Returns: the compact token.
  /// - Throws: `JOSEError`.
  func sign(_ claims: [UInt8], type: String, isSoonUsed: Bool) throws -> String {
    let token = try signer.signed(payload: claims, type: type)
    if isSoonUsed { try verifier.keep(token) }
    return token.text
  }
}

internal import DoorwardOpenSSL
internal import Encodings
internal import JOSE
internal import WebAuthn

/// A JWS whose signer is named by certificates in its header (`x5c`, RFC 7515 §4.1.6), with a valid signature. The
/// certificates are not trusted yet.
struct CertifiedJWS {
  let payload: JSONObject
  let certificates: [Certificate]

  /// Verifies the signature with the first certificate.
  ///
  /// - Returns: Nil if the signature does not match.
  /// - Throws: ``WebAuthnError`` with this code if the JWS is malformed.
  init?(
    _ text: String, limits: JWSLimits, malformed code: WebAuthnError.Code, context: OpenSSLContext
  ) throws(WebAuthnError) {
    let jws: JWS
    do { jws = try JWS(compact: text, limits: limits) } catch {
      throw WebAuthnError(code: code, reason: "the JWS is malformed: \(error.reason)")
    }
    let algorithms: [String: COSEAlgorithm] = ["RS256": .rs256, "ES256": .es256]
    guard let algorithm = algorithms[jws.header.algorithm] else {
      throw WebAuthnError(code: code, reason: "the JWS must be signed with RS256 or ES256")
    }
    guard let chain = jws.header.parameters["x5c"]?.array, (1...8).contains(chain.count) else {
      throw WebAuthnError(code: code, reason: "the JWS must have one to eight certificates (x5c)")
    }
    var certificates: [Certificate] = []
    for element in chain {
      guard let text = element.string, let der = try? Base64.decode(text) else {
        throw WebAuthnError(code: code, reason: "a certificate of the JWS is not base64")
      }
      certificates.append(try Certificate(der: der))
    }
    let limits = JSONLimits(maxBytes: jws.unverifiedPayload.count, maxDepth: 64)
    guard let value = try? JSONParser.parse(jws.unverifiedPayload, limits: limits), let payload = value.object
    else { throw WebAuthnError(code: code, reason: "the payload of the JWS is not a JSON object") }
    guard let publicKey = certificates[0].publicKey, publicKey.fits(algorithm) else {
      throw WebAuthnError(code: code, reason: "the certificate of the JWS has a key of another kind")
    }
    let key = try SignatureKey(publicKey, algorithm)
    // RFC 7518 §3.4: the signature of ES256 is r and s side by side, not DER.
    let signature =
      algorithm == .es256 ? P256Signature.der(fromRaw: jws.signature) : jws.signature
    guard let signature, try key.isValid(signature, for: jws.signingInput, context: context) else {
      return nil
    }
    self.payload = payload
    self.certificates = certificates
  }
}

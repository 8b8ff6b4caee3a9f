internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import Encodings
internal import JOSE
internal import WebAuthn

/// The verification procedure of `android-safetynet` (WebAuthn L3 §8.5). The default policy does not accept the format.
struct SafetyNetAttestation {
  let context: OpenSSLContext

  func verify(
    _ response: String, of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    let limits = JWSLimits(maxTokenLength: 32_768, maxHeaderLength: 24_576)
    guard
      let jws = try CertifiedJWS(response, limits: limits, malformed: .malformedStatement, context: context)
    else { throw .invalid(.androidSafetyNet, "the signature of the response does not match") }
    // The nonce is the hash of the attested bytes, in base64.
    let hash = try library { () throws(OpenSSLError) in try context.sha256(subject.signedBytes) }
    guard let nonce = jws.payload["nonce"]?.string, sameBytes(nonce, Base64.encode(hash)) else {
      throw .invalid(.androidSafetyNet, "the nonce is not the hash of authenticator data and client data")
    }
    // The response comes from the service: its certificate is issued to this host.
    guard try jws.certificates[0].alternativeNames()?.hosts.contains("attest.android.com") == true else {
      throw .invalid(.androidSafetyNet, "the certificate is not issued to attest.android.com")
    }
    guard jws.payload["ctsProfileMatch"]?.bool == true else {
      throw .invalid(.androidSafetyNet, "the device does not pass Android's compatibility tests")
    }
    return VerifiedAttestation(.androidSafetyNet, .basic, certificates: jws.certificates)
  }
}

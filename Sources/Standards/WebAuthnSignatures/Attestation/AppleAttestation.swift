internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// The verification procedure of `apple` (WebAuthn L3 §8.8).
struct AppleAttestation {
  let context: OpenSSLContext

  func verify(
    _ algorithm: COSEAlgorithm?, _ certificates: [Certificate], of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    if let algorithm, algorithm != subject.publicKey.algorithm {
      throw .invalid(.apple, "alg is not the algorithm of the credential")
    }
    // Steps 2 to 4: the nonce.
    let nonce = try library { () throws(OpenSSLError) in try context.sha256(subject.signedBytes) }
    guard let found = try certificates[0].appleNonce(), constantTimeEquals(found, nonce) else {
      throw .invalid(.apple, "the nonce of the certificate is not the one of this registration")
    }
    // Step 5: the key.
    guard certificates[0].publicKey == subject.publicKey.material else {
      throw .invalid(.apple, "the certificate has another key than the credential")
    }
    return VerifiedAttestation(.apple, .anonymization, certificates: certificates)
  }
}

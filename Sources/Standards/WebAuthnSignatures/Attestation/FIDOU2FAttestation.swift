internal import DoorwardOpenSSL
internal import WebAuthn

/// The verification procedure of `fido-u2f` (WebAuthn L3 §8.6).
struct FIDOU2FAttestation {
  let context: OpenSSLContext

  func verify(
    _ signature: [UInt8], _ certificate: Certificate, of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    // Step 2: the key of the certificate is on P-256.
    guard case .curve(.p256, _, _) = certificate.publicKey else {
      throw .invalid(.fidoU2F, "the key of the certificate must be on P-256")
    }
    // Step 4: so is the key of the credential.
    guard case .curve(.p256, _, _) = subject.publicKey.material, let point = subject.publicKey.material.point
    else { throw .invalid(.fidoU2F, "the key of the credential must be on P-256") }
    // The signature does not cover flags and extensions. Clients make them from an answer of U2F, which proves neither the
    // verification of a user nor an extension: UP and AT are set, and no other flag (CTAP 2.1 §10.2).
    guard subject.data.flags == [.userPresent, .attestedCredentialData] else {
      throw .invalid(.fidoU2F, "the flags must be UP and AT alone")
    }
    // Steps 5 and 6: the signature over the message of U2F.
    let message =
      [0] + subject.data.rpIDHash + subject.clientDataHash + subject.credential.credentialID + point
    try certificate.requireSignature(
      signature, of: message, algorithm: .es256, format: .fidoU2F, context: context)
    return VerifiedAttestation(.fidoU2F, .basic, certificates: [certificate])
  }
}

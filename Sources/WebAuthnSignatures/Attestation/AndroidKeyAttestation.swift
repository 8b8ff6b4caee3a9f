internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// The verification procedure of `android-key` (WebAuthn L3 §8.4).
struct AndroidKeyAttestation {
  let requiresTrustedExecution: Bool
  let context: OpenSSLContext

  func verify(
    _ algorithm: COSEAlgorithm, _ signature: [UInt8], _ certificates: [Certificate],
    of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    let certificate = certificates[0]
    guard algorithm.isSupported else { throw algorithm.unsupported }
    try certificate.requireSignature(
      signature, of: subject.signedBytes, algorithm, .androidKey, context: context)
    guard certificate.publicKey == subject.publicKey.material else {
      throw .invalid(.androidKey, "the certificate has another key than the credential")
    }
    guard let description = try certificate.androidKeyDescription() else {
      throw .invalid(.androidKey, "the certificate does not describe the key")
    }
    guard constantTimeEquals(description.challenge, subject.clientDataHash) else {
      throw .invalid(.androidKey, "attestationChallenge is not the hash of the client data")
    }
    let (software, tee) = (description.softwareEnforced, description.teeEnforced)
    guard !software.allApplications, !tee.allApplications else {
      throw .invalid(.androidKey, "all applications may use the key")
    }
    // A value that is present must be right. The trusted execution environment must state each, if it is required.
    let lists = requiresTrustedExecution ? [tee] : [tee, software]
    let origins = lists.compactMap(\.origin)
    guard origins.allSatisfy({ $0 == AndroidKeyDescription.originGenerated }),
      !origins.isEmpty || !requiresTrustedExecution
    else { throw .invalid(.androidKey, "the key was not made in the key store (origin)") }
    let purposes = lists.compactMap(\.purposes)
    guard purposes.allSatisfy({ $0 == [AndroidKeyDescription.purposeSign] }),
      !purposes.isEmpty || !requiresTrustedExecution
    else { throw .invalid(.androidKey, "the purpose of the key must be signing alone") }
    return VerifiedAttestation(.androidKey, .basic, certificates: certificates)
  }
}

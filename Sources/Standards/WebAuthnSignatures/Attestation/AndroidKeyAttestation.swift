internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// The verification procedure of `android-key` (WebAuthn L3 §8.4).
struct AndroidKeyAttestation {
  let requiresTrustedExecution: Bool
  let context: OpenSSLContext

  func verify(
    _ algorithm: COSEAlgorithm, signature: [UInt8], certificates: [Certificate],
    of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    let certificate = certificates[0]
    guard algorithm.isSupported else { throw algorithm.unsupported }
    try certificate.requireSignature(
      signature, of: subject.signedBytes, algorithm: algorithm, format: .androidKey, context: context)
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
    // One of the lists must have each value, and the value must be right in both. If a trusted execution environment is
    // required, its list must have them. Lists without any field say nothing: the standard's test vector has them.
    let lists = requiresTrustedExecution ? [tee] : [tee, software]
    let mayBeMissing = !requiresTrustedExecution && lists.allSatisfy(\.isEmpty)
    let origins = lists.compactMap(\.origin)
    guard origins.allSatisfy({ $0 == AndroidKeyDescription.originGenerated }),
      mayBeMissing || !origins.isEmpty
    else { throw .invalid(.androidKey, "the key was not made in the key store (origin)") }
    let purposes = lists.compactMap(\.purposes)
    guard purposes.allSatisfy({ $0 == [AndroidKeyDescription.purposeSign] }),
      mayBeMissing || !purposes.isEmpty
    else { throw .invalid(.androidKey, "the purpose of the key must be signing alone") }
    return VerifiedAttestation(.androidKey, .basic, certificates: certificates)
  }
}

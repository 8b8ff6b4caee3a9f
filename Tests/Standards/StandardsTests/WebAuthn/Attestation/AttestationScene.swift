import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// An authenticator, the keys that attest its credentials, and a server that verifies the attestation.
struct AttestationScene {
  let context: OpenSSLContext
  let authenticator: SoftwareAuthenticator
  /// The key of the attestation certificate, and of the root.
  let signer: P256PrivateKey
  let root: P256PrivateKey
  let rootCertificate: [UInt8]

  init() throws {
    context = try OpenSSLContext()
    var authenticator = try SoftwareAuthenticator(context: context)
    authenticator.aaguid = Array(1...16)
    self.authenticator = authenticator
    signer = try P256PrivateKey.generate(context: context)
    root = try P256PrivateKey.generate(context: context)
    rootCertificate = try TestCertificate.root(root)
  }

  func register(_ response: JSONObject, _ policy: AttestationPolicy = AttestationPolicy()) throws
    -> VerifiedRegistration
  {
    try RegistrationVerifier(
      relyingParty: RelyingParty(id: "example.org", origins: ["https://example.org"]), attestation: policy,
      context: context
    ).verify(
      RegistrationResponse(.object(response)),
      expectations: RegistrationExpectations(challenge: authenticator.challenge), at: WebAuthnVectors.time)
  }

  func anchored(_ certificates: [UInt8]...) throws -> AttestationPolicy {
    AttestationPolicy(trust: .anchors(try TrustAnchors(certificates: certificates)))
  }

  func refuses(
    _ code: WebAuthnError.Code, _ comment: String = "", _ policy: AttestationPolicy = AttestationPolicy(),
    sourceLocation: SourceLocation = #_sourceLocation, _ response: () throws -> JSONObject
  ) {
    #expect(throws: WebAuthnError(code: code, reason: ""), "\(comment)", sourceLocation: sourceLocation) {
      try register(response(), policy)
    }
  }
}

import DoorwardOpenSSL
import Encodings
import Testing
import WebAuthn
import WebAuthnSignatures

/// Verifies vectors as a relying party would.
struct WebAuthnHarness {
  let context: OpenSSLContext
  var attestation = AttestationPolicy(formats: AttestationFormat.supported)

  init() throws { context = try OpenSSLContext() }

  func register(_ vector: WebAuthnVector) throws -> VerifiedRegistration {
    let verifier = RegistrationVerifier(
      relyingParty: try vector.relyingParty, attestation: attestation, context: context)
    return try verifier.verify(
      RegistrationResponse(.object(vector.response)),
      expectations: RegistrationExpectations(
        challenge: vector.challenge, userVerification: vector.userVerification),
      at: WebAuthnVectors.time)
  }

  func authenticate(
    _ vector: WebAuthnVector, record change: (inout CredentialRecord) -> Void = { _ in }
  ) throws -> VerifiedAuthentication {
    let verifier = AuthenticationVerifier(relyingParty: try vector.relyingParty, context: context)
    let response = try AuthenticationResponse(.object(vector.response))
    var record = CredentialRecord(
      id: response.id, publicKey: try CredentialPublicKey(parsing: vector.publicKey),
      signCount: vector.signCount)
    change(&record)
    return try verifier.verify(
      response, record: record,
      expectations: AuthenticationExpectations(
        challenge: vector.challenge, userVerification: vector.userVerification))
  }
}

@Suite("WebAuthn L3 §7: published ceremonies")
struct WebAuthnVectorTests {
  let harness: WebAuthnHarness

  init() throws { harness = try WebAuthnHarness() }

  /// The algorithms of the vectors that this library refuses by name: PS384, Ed448 and RS1.
  static let unsupported: Set<Int64> = [-38, -53, -65535]

  /// Vectors that the upstream tests refuse too, or accept with a relaxed check, by the end of their names: SafetyNet on
  /// a device that fails Android's compatibility tests, and certificates for another AAGUID.
  static let invalidAttestations = [
    "verifyRegistrationResponse.test.ts:1063", "verifyAttestationPacked.test.ts:87",
    "verifyAttestationTPM.test.ts:271",
  ]

  @Test(
    "§7.1: each registration is valid or refused as published", arguments: try WebAuthnVectors.registrations()
  )
  func registrations(_ vector: WebAuthnVector) throws {
    let isInvalid = Self.invalidAttestations.contains { vector.name.hasSuffix($0) }
    do {
      let verified = try harness.register(vector)
      #expect(vector.isValid && !isInvalid)
      #expect(!Self.unsupported.contains(vector.algorithm ?? 0))
      #expect(verified.attestation.format.rawValue == vector.format)
      #expect(verified.publicKey.algorithm.rawValue == vector.algorithm)
      let expected = vector.expected
      if let key = expected["credentialPublicKeyCose"]?.string {
        #expect(Base64URL.encode(verified.publicKey.encoded) == key)
      }
      if let count = expected["signCount"]?.int64 { #expect(Int64(verified.signCount) == count) }
    } catch let error as WebAuthnError {
      let isUnsupported = Self.unsupported.contains(vector.algorithm ?? 0)
      #expect(!vector.isValid || isUnsupported || isInvalid, "\(error)")
      if isInvalid { #expect(error.code == .invalidAttestation, "\(error)") }
      if isUnsupported { #expect(error.code == .unsupportedAlgorithm, "\(error)") }
    }
  }

  @Test(
    "§7.2: each authentication is valid or refused as published",
    arguments: try WebAuthnVectors.authentications())
  func authentications(_ vector: WebAuthnVector) throws {
    do {
      let verified = try harness.authenticate(vector)
      #expect(vector.isValid)
      #expect(verified.updatedRecord.signCount >= vector.signCount)
    } catch let error as WebAuthnError {
      let isUnsupported = Self.unsupported.contains(vector.algorithm ?? 0)
      #expect(!vector.isValid || isUnsupported, "\(error)")
      if isUnsupported { #expect(error.code == .unsupportedAlgorithm, "\(error)") }
    }
  }
}

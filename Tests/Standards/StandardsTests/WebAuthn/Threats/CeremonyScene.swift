import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// An authenticator whose responses a test changes before they are signed, and a server that verifies them.
struct CeremonyScene {
  let context: OpenSSLContext
  let authenticator: SoftwareAuthenticator

  init() throws {
    context = try OpenSSLContext()
    var authenticator = try SoftwareAuthenticator(context: context)
    authenticator.userHandle = [7, 7, 7]
    self.authenticator = authenticator
  }

  func party(
    origins: [String] = ["https://example.org"], allowsSubdomains: Bool = false,
    frames: RelyingParty.FramePolicy = .sameOrigin
  ) throws -> RelyingParty {
    try RelyingParty(id: "example.org", origins: origins, allowsSubdomains: allowsSubdomains, frames: frames)
  }

  func record(_ change: (inout CredentialRecord) -> Void = { _ in }) throws -> CredentialRecord {
    var record = CredentialRecord(
      id: authenticator.credentialID,
      publicKey: try CredentialPublicKey(parsing: CBOR.encode(.map(authenticator.publicKey))),
      isBackupEligible: false, userHandle: [7, 7, 7])
    change(&record)
    return record
  }

  func authenticate(
    _ response: JSONObject, party: RelyingParty? = nil, record: CredentialRecord? = nil,
    counters: AuthenticationVerifier.CounterPolicy = .refused,
    _ change: (inout AuthenticationExpectations) -> Void = { _ in }
  ) throws -> VerifiedAuthentication {
    var expectations = AuthenticationExpectations(challenge: authenticator.challenge)
    change(&expectations)
    return try AuthenticationVerifier(
      relyingParty: party ?? self.party(), counters: counters, context: context
    ).verify(
      AuthenticationResponse(.object(response)), record: record ?? self.record(), expectations: expectations)
  }

  func register(
    _ response: JSONObject, party: RelyingParty? = nil,
    _ change: (inout RegistrationExpectations) -> Void = { _ in }
  ) throws -> VerifiedRegistration {
    var expectations = RegistrationExpectations(challenge: authenticator.challenge)
    change(&expectations)
    return try RegistrationVerifier(relyingParty: party ?? self.party(), context: context).verify(
      RegistrationResponse(.object(response)), expectations: expectations, at: WebAuthnVectors.time)
  }

  func refuses(
    _ code: WebAuthnError.Code, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    #expect(throws: WebAuthnError(code: code, reason: ""), "\(comment)", sourceLocation: sourceLocation) {
      try body()
    }
  }

  func changed(_ change: (inout SoftwareAuthenticator) -> Void) -> SoftwareAuthenticator {
    var authenticator = authenticator
    change(&authenticator)
    return authenticator
  }
}

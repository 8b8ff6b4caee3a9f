import DoorwardOpenSSL
import Encodings
import WebAuthn
import WebAuthnSignatures

/// Compares sign-ins with a passkey with OpenSSL's ECDSA, which each of them needs.
enum WebAuthnBench {
  private static let origin = "https://accounts.example.com"
  private static let relyingPartyID = "example.com"
  private static let challenge = [UInt8](repeating: 0x5a, count: 32)

  static func group() throws -> MeasurementGroup {
    let context = try OpenSSLContext()
    var passkey = try BenchPasskey(relyingPartyID: relyingPartyID, origin: origin, context: context)
    let publicKey = passkey.publicKey
    let text = Base64URL.encode(challenge)
    let responses = try (0..<128).map { try passkey.assertion(text, count: UInt8($0 + 1)).serialized() }
    let registration = passkey.registration(text).serialized()
    let party = try RelyingParty(id: relyingPartyID, origins: [origin])
    let verifier = AuthenticationVerifier(relyingParty: party, context: context)
    let registrations = RegistrationVerifier(relyingParty: party, context: context)
    let expectations = AuthenticationExpectations(challenge: challenge, userVerification: .required)
    let raw = try RawP256(digests: responses.map { SHA256.hash($0) })
    let primitive = "OpenSSL: check a P-256 signature of a passkey"
    return MeasurementGroup(
      measurements: [
        Measurement(primitive, .computing(raw.runVerification)),
        Measurement(
          "WebAuthn: read an assertion and its key, hold against expectations, verify", of: primitive,
          target: .ratio(0.85),
          .computing { count in
            for index in 0..<count {
              let response = try AuthenticationResponse(parsing: responses[index % responses.count])
              let record = CredentialRecord(
                id: response.id, publicKey: try CredentialPublicKey(parsing: publicKey), userHandle: [1])
              keep(try verifier.verify(response, record: record, expectations: expectations))
            }
          }),
        Measurement(
          "WebAuthn: read and verify a registration without attestation",
          .computing { count in
            for _ in 0..<count {
              keep(
                try registrations.verify(
                  RegistrationResponse(parsing: registration),
                  expectations: RegistrationExpectations(challenge: challenge),
                  at: Timestamp(seconds: 1_790_000_000)))
            }
          }),
      ])
  }
}

import Encodings
import Sampling
import Testing
import WebAuthn
import WebAuthnSignatures

/// libfido2 judges the same ceremonies. Where it refuses one, this library does too, because it checks more.
@Suite("WebAuthn L3 §7: libfido2 as oracle")
struct FIDO2OracleTests {
  let harness: WebAuthnHarness

  init() throws { harness = try WebAuthnHarness() }

  /// Published ceremonies that libfido2 refuses, by the end of their names: it hashes for TPMs with SHA-1 alone, and reads
  /// RSA keys of 2048 bits alone.
  static let unknownForms = [
    "verifyRegistrationResponse.test.ts:612", "verifyAttestationTPM.test.ts:19",
    "verifyAttestationTPM.test.ts:98",
    "verifyAttestationTPM.test.ts:234", "sctn-test-vectors-tpm-es256", "sctn-test-vectors-packed-rs256",
  ]

  private static func isKnown(_ vector: WebAuthnVector) -> Bool {
    !unknownForms.contains { vector.name.hasSuffix($0) }
  }

  /// The registrations that libfido2 can verify.
  static func registrations() throws -> [WebAuthnVector] {
    try WebAuthnMutationTests.registrations().filter {
      isKnown($0) && FIDO2Oracle.formats.contains($0.format ?? "")
        && FIDO2Oracle.algorithms.contains($0.algorithm ?? 0)
    }
  }

  /// The authentications whose algorithm libfido2 has.
  static func authentications() throws -> [WebAuthnVector] {
    try WebAuthnMutationTests.authentications().filter {
      let key = try CredentialPublicKey(parsing: $0.publicKey)
      return FIDO2Oracle.algorithms.contains(key.algorithm.rawValue) && (isKnown($0) || $0.format == "tpm")
    }
  }

  @Test(arguments: try registrations())
  func `both accept a published registration`(_ vector: WebAuthnVector) throws {
    _ = try harness.register(vector)
    #expect(FIDO2Oracle.acceptsRegistration(vector))
  }

  @Test(arguments: try authentications())
  func `both accept a published authentication`(_ vector: WebAuthnVector) throws {
    _ = try harness.authenticate(vector)
    #expect(FIDO2Oracle.acceptsAuthentication(vector))
  }

  private func changed(
    _ vector: WebAuthnVector, _ names: [String], _ random: inout SplitMix64
  ) throws -> WebAuthnVector {
    let name = names.randomElement(using: &random) ?? ""
    let bytes = random.mutate(
      try WebAuthnMutationTests.bytes(vector, name),
      alphabet: [0, 1, 0x18, 0x30, 0x40, 0x58, 0x80, 0xa0, 0xff])
    return WebAuthnMutationTests.replacing(name, of: vector, with: bytes)
  }

  @Test(arguments: try registrations())
  func `a changed registration that libfido2 refuses is refused`(_ vector: WebAuthnVector) throws {
    var random = SplitMix64(seed: 0x7_0001)
    var refused = 0
    for _ in 0..<200 {
      let changed = try changed(vector, ["attestationObject", "clientDataJSON"], &random)
      guard !FIDO2Oracle.acceptsRegistration(changed) else { continue }
      refused += 1
      #expect(throws: WebAuthnError.self, "\(changed.response)") { try harness.register(changed) }
    }
    #expect(refused > 100)
  }

  @Test(arguments: try authentications())
  func `a changed authentication that libfido2 refuses is refused`(_ vector: WebAuthnVector) throws {
    var random = SplitMix64(seed: 0x7_0002)
    var refused = 0
    for _ in 0..<300 {
      let changed = try changed(vector, ["authenticatorData", "clientDataJSON", "signature"], &random)
      guard !FIDO2Oracle.acceptsAuthentication(changed) else { continue }
      refused += 1
      #expect(throws: WebAuthnError.self, "\(changed.response)") { try harness.authenticate(changed) }
    }
    #expect(refused > 200)
  }
}

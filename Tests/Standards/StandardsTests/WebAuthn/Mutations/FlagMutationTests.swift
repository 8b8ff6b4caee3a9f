import BinaryEncodings
import Encodings
import Testing
import WebAuthn
import WebAuthnSignatures

/// Each flag and each field of the authenticator data of each published registration, changed.
@Suite("WebAuthn L3 §6.1: each flag and field of the published registrations")
struct FlagMutationTests {
  let harness: WebAuthnHarness

  init() throws { harness = try WebAuthnHarness() }

  /// The vector with one bit of its authenticator data changed.
  private func flipping(_ bit: Int, of place: Int, in vector: WebAuthnVector) throws -> WebAuthnVector {
    let (object, start) = try WebAuthnMutationTests.object(vector)
    var changed = object
    changed[start + place] ^= 1 << bit
    return WebAuthnMutationTests.replacing("attestationObject", of: vector, with: changed)
  }

  @Test(
    "each flag of a signed registration is protected, and U2F's flags are fixed",
    arguments: try WebAuthnMutationTests.registrations().filter { $0.format != "none" })
  func signedFlags(_ vector: WebAuthnVector) throws {
    for bit in 0..<8 {
      let changed = try flipping(bit, of: 32, in: vector)
      #expect(throws: WebAuthnError.self, "flag \(bit)") { try harness.register(changed) }
    }
  }

  @Test(
    "without attestation, a changed flag is refused or reported",
    arguments: try WebAuthnMutationTests.registrations().filter { $0.format == "none" })
  func unsignedFlags(_ vector: WebAuthnVector) throws {
    func refuses(_ bit: Int, _ codes: WebAuthnError.Code..., required: Bool = false) throws {
      var changed = try flipping(bit, of: 32, in: vector)
      if required { changed.userVerification = .required }
      let error = #expect(throws: WebAuthnError.self, "flag \(bit)") { try harness.register(changed) }
      if let error { #expect(codes.contains(error.code), "flag \(bit): \(error)") }
    }
    let before = try harness.register(vector)
    try refuses(0, .userNotPresent)
    // The bytes after the credential's id are read as another structure.
    try refuses(6, .malformedAuthenticatorData, .malformedPublicKey)
    try refuses(7, .malformedAuthenticatorData)
    let other = try flipping(2, of: 32, in: vector)
    if before.isUserVerified {
      try refuses(2, .userNotVerified, required: true)
    }
    #expect(try harness.register(other).isUserVerified == !before.isUserVerified)
    // BS needs BE.
    if before.isBackedUp || !before.isBackupEligible {
      try refuses(before.isBackedUp ? 3 : 4, .inconsistentBackupState)
    } else {
      #expect(try harness.register(flipping(4, of: 32, in: vector)).isBackedUp)
    }
    // Reserved flags mean nothing.
    for bit in [1, 5] { _ = try harness.register(flipping(bit, of: 32, in: vector)) }
  }

  @Test(
    "without attestation, each changed bit of the other fields is refused or reported",
    arguments: try WebAuthnMutationTests.registrations().filter { $0.format == "none" })
  func unsignedFields(_ vector: WebAuthnVector) throws {
    let before = try harness.register(vector)
    let data = try RegistrationResponse(.object(vector.response)).attestationObject.authenticatorData
    let credential = try #require(data.attestedCredential)
    let keyStart = 55 + credential.credentialID.count
    let keyEnd = keyStart + credential.publicKeyBytes.count
    for place in Array(0..<32) + Array(33..<data.bytes.count) {
      let changed = try flipping(place % 8, of: place, in: vector)
      switch place {
      case 0..<32: refuses(changed, place, [.wrongRelyingPartyID])
      case 33..<37: #expect(try harness.register(changed).signCount != before.signCount)
      case 37..<53: #expect(try harness.register(changed).aaguid != before.aaguid)
      case 53..<55: refuses(changed, place, Self.parsing + [.wrongCredentialID, .credentialIDTooLong])
      case 55..<keyStart: refuses(changed, place, [.wrongCredentialID])
      case keyStart..<keyEnd:
        do {
          // Nothing protects the modulus of an RSA key.
          #expect(try harness.register(changed).publicKey != before.publicKey)
          #expect(before.publicKey.algorithm == .rs256, "byte \(place)")
        } catch let error as WebAuthnError {
          #expect((Self.parsing + [.unsupportedAlgorithm]).contains(error.code), "byte \(place): \(error)")
        }
      default: _ = try? harness.register(changed)
      }
    }
  }

  private static let parsing: [WebAuthnError.Code] = [.malformedAuthenticatorData, .malformedPublicKey]

  private func refuses(_ vector: WebAuthnVector, _ place: Int, _ codes: [WebAuthnError.Code]) {
    let error = #expect(throws: WebAuthnError.self, "byte \(place)") { try harness.register(vector) }
    if let error { #expect(codes.contains(error.code), "byte \(place): \(error)") }
  }
}

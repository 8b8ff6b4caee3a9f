import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Statements of the format `fido-u2f` with each step of their verification broken, and everything else valid.
@Suite("WebAuthn L3 §8.6: attestation statements of fido-u2f, step by step")
struct FIDOU2FAttestationStepTests {
  let scene: AttestationScene

  init() throws { scene = try AttestationScene() }

  @Test func `fido-u2f: each broken step is refused`() throws {
    let certificate = try TestCertificate(
      subject: [(TestCertificate.commonName, "U2F")], issuer: TestCertificate.rootName
    ).signed(by: scene.root, for: scene.signer.point)
    // A client makes the authenticator data from the answer of a U2F authenticator.
    var authenticator = scene.authenticator
    authenticator.flags = 1
    func response(
      reserved: [UInt8] = [0], rpIDHash: [UInt8]? = nil, credentialID: [UInt8]? = nil, flags: UInt8 = 1,
      extensions: CBORMap = [:], certificates: [[UInt8]]
    ) throws -> JSONObject {
      var authenticator = authenticator
      (authenticator.flags, authenticator.extensions) = (flags, extensions)
      return try authenticator.register(format: "fido-u2f") { data, hash in
        let message =
          reserved + (rpIDHash ?? Array(data[..<32])) + hash + (credentialID ?? authenticator.credentialID)
          + authenticator.key.point
        return [
          "sig": .bytes(try SoftwareAuthenticator.sign(message, with: scene.signer)),
          "x5c": .array(certificates.map(CBORValue.bytes)),
        ]
      }
    }
    let verified = try scene.register(
      response(certificates: [certificate]), scene.anchored(scene.rootCertificate))
    #expect(verified.attestation.trust == .trusted && verified.attestation.format == .fidoU2F)
    scene.refuses(.invalidAttestation) { try response(reserved: [5], certificates: [certificate]) }
    scene.refuses(.invalidAttestation) {
      try response(rpIDHash: [UInt8](repeating: 0, count: 32), certificates: [certificate])
    }
    scene.refuses(.invalidAttestation) { try response(credentialID: [1], certificates: [certificate]) }
    scene.refuses(.malformedStatement) { try response(certificates: [certificate, scene.rootCertificate]) }
    scene.refuses(.malformedStatement) { try response(certificates: []) }
    scene.refuses(.malformedCertificate) { try response(certificates: [certificate + [0]]) }
    scene.refuses(.invalidAttestation) { try response(certificates: [scene.rootCertificate]) }
    // The signature does not cover the flags and the extensions.
    for bit in 1..<6 where bit != 4 {
      scene.refuses(.invalidAttestation, "flag \(bit)") {
        try response(flags: 1 | 1 << UInt8(bit), certificates: [certificate])
      }
    }
    scene.refuses(.invalidAttestation, "BE and BS") {
      try response(flags: 0b11001, certificates: [certificate])
    }
    scene.refuses(.inconsistentBackupState, "BS") {
      try response(flags: 0b10001, certificates: [certificate])
    }
    scene.refuses(.userNotPresent, "UP") { try response(flags: 0, certificates: [certificate]) }
    scene.refuses(.invalidAttestation, "extensions") {
      try response(extensions: ["credProtect": 3], certificates: [certificate])
    }
  }
}

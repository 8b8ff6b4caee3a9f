import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Statements of the format `compound` with each step of their verification broken, and everything else valid.
@Suite("WebAuthn L3 §8.9: attestation statements of compound, step by step")
struct CompoundAttestationStepTests {
  let scene: AttestationScene

  init() throws { scene = try AttestationScene() }

  @Test func `compound: at least two statements, every statement valid and not compound`() throws {
    func response(_ parts: [(String, Bool)]) throws -> JSONObject {
      try scene.authenticator.register(format: "compound") { data, hash in
        .array(
          try parts.map { format, isValid in
            let signature = try SoftwareAuthenticator.sign(
              data + hash, with: isValid ? scene.authenticator.key : scene.signer)
            return [
              "fmt": .text(format),
              "attStmt": format == "packed" ? ["alg": -7, "sig": .bytes(signature)] : [:],
            ]
          })
      }
    }
    let verified = try scene.register(response([("packed", true), ("none", true)]))
    #expect(verified.attestation.format == .compound)
    #expect(verified.attestation.parts.map(\.kind) == [.selfAttestation, .none])
    scene.refuses(.invalidAttestation) { try response([("none", true), ("packed", false)]) }
    scene.refuses(.malformedStatement) { try response([("packed", true)]) }
    scene.refuses(.malformedStatement) { try response([]) }
    scene.refuses(.malformedStatement) { try response([("packed", true), ("compound", true)]) }
    scene.refuses(.unknownAttestationFormat) { try response([("packed", true), ("x", true)]) }
    scene.refuses(.attestationNotAllowed, "", AttestationPolicy(formats: [.compound, .packed])) {
      try response([("packed", true), ("none", true)])
    }
  }
}

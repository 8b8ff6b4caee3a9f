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
    #expect(
      try scene.register(response([("none", true), ("packed", true)])).attestation.kind == .selfAttestation)
    scene.refuses(.invalidAttestation) { try response([("none", true), ("packed", false)]) }
    scene.refuses(.malformedStatement) { try response([("packed", true)]) }
    scene.refuses(.malformedStatement) { try response([]) }
    scene.refuses(.malformedStatement) { try response([("packed", true), ("compound", true)]) }
    scene.refuses(.unknownAttestationFormat) { try response([("packed", true), ("x", true)]) }
    scene.refuses(.attestationNotAllowed, "", AttestationPolicy(formats: [.compound, .packed])) {
      try response([("packed", true), ("none", true)])
    }
  }

  @Test func `compound: type and trust are those of the same statement`() throws {
    let certificate = try TestCertificate(
      subject: TestCertificate.packedName, issuer: TestCertificate.rootName,
      extensions: [TestCertificate.basicConstraints(authority: false)]
    ).signed(by: scene.root, for: scene.signer.point)
    let response = try scene.authenticator.register(format: "compound") { data, hash in
      func packed(_ key: P256PrivateKey, _ members: [(CBORValue, CBORValue)]) throws -> CBORValue {
        let signature = CBORValue.bytes(try SoftwareAuthenticator.sign(data + hash, with: key))
        return [
          "fmt": "packed", "attStmt": .map(CBORMap([("alg", -7), ("sig", signature)] + members)),
        ]
      }
      return .array([
        try packed(scene.authenticator.key, []),
        try packed(scene.signer, [("x5c", .array([.bytes(certificate)]))]),
      ])
    }
    let trusted = try scene.register(response, scene.anchored(scene.rootCertificate)).attestation
    #expect(trusted.kind == .basic && trusted.trust == .trusted)
    #expect(trusted.parts.map(\.trust) == [.notApplicable, .trusted])
    let unknown = try scene.register(response).attestation
    #expect(unknown.kind == .basic && unknown.trust == .notAssessed)
  }
}

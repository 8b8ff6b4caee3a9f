import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Statements of the format `apple` with each step of their verification broken, and everything else valid.
@Suite("WebAuthn L3 §8.8: attestation statements of apple, step by step")
struct AppleAttestationStepTests {
  let scene: AttestationScene

  init() throws { scene = try AttestationScene() }

  @Test func `apple: each broken step is refused`() throws {
    func response(
      key: [UInt8]? = nil, extra: [UInt8] = [], algorithm: CBORValue? = nil,
      _ change: (inout TestCertificate) -> Void = { _ in }
    ) throws -> JSONObject {
      try scene.authenticator.register(format: "apple") { data, hash in
        var certificate = TestCertificate(
          subject: [(TestCertificate.commonName, "Apple")], issuer: TestCertificate.rootName,
          extensions: [
            TestCertificate.Extension(
              kind: ASN1ObjectIdentifier(1, 2, 840, 113635, 100, 8, 2),
              value: DER.sequence(DER.element(0xa1, DER.octets(SHA256.hash(data + hash + extra)))))
          ])
        change(&certificate)
        let der = try certificate.signed(by: scene.root, for: key ?? scene.authenticator.key.point)
        let chain = CBORValue.array([.bytes(der)])
        return if let algorithm { ["alg": algorithm, "x5c": chain] } else { ["x5c": chain] }
      }
    }
    let verified = try scene.register(response(), scene.anchored(scene.rootCertificate))
    #expect(verified.attestation.kind == .anonymization && verified.attestation.trust == .trusted)
    #expect(try scene.register(response(algorithm: -7)).attestation.kind == .anonymization)
    scene.refuses(.invalidAttestation, "the algorithm of another key") { try response(algorithm: -257) }
    scene.refuses(.malformedStatement, "an algorithm that is no number") { try response(algorithm: "ES256") }
    scene.refuses(.invalidAttestation, "nonce") { try response(extra: [0]) }
    scene.refuses(.invalidAttestation, "key") { try response(key: scene.signer.point) }
    scene.refuses(.invalidAttestation, "no extension") { try response { $0.extensions = [] } }
    scene.refuses(.malformedCertificate, "another tag") {
      try response { $0.extensions[0].value = DER.sequence(DER.element(0xa2, DER.octets([1]))) }
    }
  }
}

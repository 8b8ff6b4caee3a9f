import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Statements of the format `packed` with each step of their verification broken, and everything else valid.
@Suite("WebAuthn L3 §8.2: attestation statements of packed, step by step")
struct PackedAttestationStepTests {
  let scene: AttestationScene

  init() throws { scene = try AttestationScene() }

  private static func packedCertificate() -> TestCertificate {
    TestCertificate(
      subject: TestCertificate.packedName, issuer: TestCertificate.rootName,
      extensions: [TestCertificate.basicConstraints(authority: false), TestCertificate.aaguid(Array(1...16))])
  }

  private func packed(
    algorithm: CBORValue = -7, chain: [[UInt8]] = [], tamper: Bool = false,
    _ change: (inout TestCertificate) -> Void = { _ in }
  ) throws -> JSONObject {
    var certificate = Self.packedCertificate()
    change(&certificate)
    let der = try certificate.signed(by: scene.root, for: scene.signer.point)
    return try scene.authenticator.register(format: "packed") { data, hash in
      [
        "alg": algorithm,
        "sig": .bytes(try SoftwareAuthenticator.sign(data + hash + (tamper ? [0] : []), with: scene.signer)),
        "x5c": .array(([der] + chain).map(CBORValue.bytes)),
      ]
    }
  }

  @Test func `packed: a valid statement is trusted by its root alone`() throws {
    let verified = try scene.register(packed(), scene.anchored(scene.rootCertificate))
    #expect(verified.attestation.kind == .basic && verified.attestation.trust == .trusted)
    #expect(try scene.register(packed()).attestation.trust == .notAssessed)
    #expect(
      try scene.register(packed(chain: [scene.rootCertificate]), scene.anchored(scene.rootCertificate))
        .attestation.trust == .trusted)
    // The certificate itself may be the anchor.
    let der = try Self.packedCertificate().signed(by: scene.root, for: scene.signer.point)
    let response = try scene.authenticator.register(format: "packed") { data, hash in
      [
        "alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: scene.signer)),
        "x5c": .array([.bytes(der)]),
      ]
    }
    #expect(try scene.register(response, scene.anchored(der)).attestation.trust == .trusted)
  }

  @Test func `40 - a self-signed root inside x5c is not an anchor`() throws {
    let foreign = try P256PrivateKey.generate(context: scene.context)
    let foreignRoot = try TestCertificate.root(foreign)
    scene.refuses(.untrustedAttestation, "", try scene.anchored(foreignRoot)) {
      try packed(chain: [scene.rootCertificate])
    }
    scene.refuses(.untrustedAttestation, "", try scene.anchored(foreignRoot)) { try packed() }
    scene.refuses(.untrustedAttestation, "", try scene.anchored()) {
      try packed(chain: [scene.rootCertificate])
    }
    // Certificates that do not belong together are refused without anchors too.
    scene.refuses(.untrustedAttestation) { try packed(chain: [foreignRoot]) }
    func root(_ extensions: TestCertificate.Extension...) throws -> [UInt8] {
      try TestCertificate(
        subject: TestCertificate.rootName, issuer: TestCertificate.rootName, extensions: extensions
      ).signed(by: scene.root, for: scene.root.point)
    }
    let authority = TestCertificate.basicConstraints(authority: true)
    // keyCertSign, and digitalSignature.
    _ = try scene.register(packed(chain: [root(authority, TestCertificate.keyUsage(0b100))]))
    scene.refuses(.untrustedAttestation, "an issuer whose key may not certify") {
      try packed(chain: [root(authority, TestCertificate.keyUsage(0b1000_0000))])
    }
    let signerRoot = try root(TestCertificate.basicConstraints(authority: false))
    scene.refuses(.untrustedAttestation, "an issuer that is no authority") { try packed(chain: [signerRoot]) }
    scene.refuses(.untrustedAttestation, "an issuer that is no authority", try scene.anchored(foreignRoot)) {
      try packed(chain: [signerRoot])
    }
  }

  @Test func `certificates must be valid at the time of the registration`() throws {
    for change: (inout TestCertificate) -> Void in [
      { $0.notAfter = "20250101000000Z" }, { $0.notBefore = "21000101000000Z" },
    ] {
      scene.refuses(.untrustedAttestation, "", try scene.anchored(scene.rootCertificate)) {
        try packed(change)
      }
    }
  }

  @Test func `packed: each broken step is refused`() throws {
    let names = TestCertificate.self
    scene.refuses(.invalidAttestation, "signature") { try packed(tamper: true) }
    scene.refuses(.invalidAttestation, "algorithm of another kind") { try packed(algorithm: -257) }
    scene.refuses(.invalidAttestation, "algorithm of another curve") { try packed(algorithm: -35) }
    scene.refuses(.unsupportedAlgorithm, "RS1") { try packed(algorithm: -65535) }
    scene.refuses(.unsupportedAlgorithm, "ES256K") { try packed(algorithm: -47) }
    scene.refuses(.malformedStatement, "no algorithm") { try packed(algorithm: "ES256") }
    let changes: [(String, (inout TestCertificate) -> Void)] = [
      (
        "version 1",
        {
          $0.version = 0; $0.extensions = []
        }
      ), ("version 2", { $0.version = 1 }),
      ("no subject", { $0.subject = [] }), ("no country", { $0.subject.removeFirst() }),
      ("a long country", { $0.subject[0].1 = "DEU" }), ("a small country", { $0.subject[0].1 = "de" }),
      ("no organization", { $0.subject.remove(at: 1) }), ("an empty organization", { $0.subject[1].1 = "" }),
      ("a blank organization", { $0.subject[1].1 = " " }), ("a blank name", { $0.subject[3].1 = " " }),
      ("another unit", { $0.subject[2].1 = "authenticator attestation" }),
      ("no unit", { $0.subject.remove(at: 2) }), ("no name", { $0.subject.removeLast() }),
      ("two units", { $0.subject.append((names.unit, "x")) }),
      ("an authority", { $0.extensions[0] = names.basicConstraints(authority: true) }),
      ("no basic constraints", { $0.extensions.removeFirst() }),
      ("another AAGUID", { $0.extensions[1] = names.aaguid(Array(2...17)) }),
      ("a short AAGUID", { $0.extensions[1] = names.aaguid([1]) }),
      ("a critical AAGUID", { $0.extensions[1] = names.aaguid(Array(1...16), isCritical: true) }),
    ]
    for (name, change) in changes { scene.refuses(.invalidAttestation, name) { try packed(change) } }
    let malformed: [(String, (inout TestCertificate) -> Void)] = [
      ("an AAGUID in one octet string", { $0.extensions[1].value = Array(1...16) }),
      ("a repeated extension", { $0.extensions.append($0.extensions[1]) }), ("version 4", { $0.version = 3 }),
      ("broken constraints", { $0.extensions[0].value = [0x30, 1] }),
    ]
    for (name, change) in malformed { scene.refuses(.malformedCertificate, name) { try packed(change) } }
    // The AAGUID in the certificate is optional.
    _ = try scene.register(packed { $0.extensions.removeLast() })
  }

  @Test func `packed: self attestation must be signed by the credential with its algorithm`() throws {
    func response(_ algorithm: CBORValue, _ key: P256PrivateKey) throws -> JSONObject {
      try scene.authenticator.register(format: "packed") { data, hash in
        ["alg": algorithm, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key))]
      }
    }
    #expect(try scene.register(response(-7, scene.authenticator.key)).attestation.kind == .selfAttestation)
    scene.refuses(.invalidAttestation) { try response(-7, scene.signer) }
    scene.refuses(.invalidAttestation) { try response(-257, scene.authenticator.key) }
    scene.refuses(.attestationNotAllowed, "", AttestationPolicy(allowsSelf: false)) {
      try response(-7, scene.authenticator.key)
    }
    scene.refuses(.attestationNotAllowed, "", AttestationPolicy(allowsNone: false)) {
      try scene.authenticator.register()
    }
    scene.refuses(.attestationNotAllowed, "", AttestationPolicy(formats: [.none])) {
      try response(-7, scene.authenticator.key)
    }
    scene.refuses(.malformedStatement) { try scene.authenticator.register { _, _ in ["x": 1] } }
  }
}

import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Statements of the format `tpm` with each step of their verification broken, and everything else valid.
@Suite("WebAuthn L3 §8.3: attestation statements of tpm, step by step")
struct TPMAttestationStepTests {
  let scene: AttestationScene

  init() throws { scene = try AttestationScene() }

  /// The structures of a TPM 2.0, with every field under the control of a test.
  private struct TPM {
    var version = "2.0"
    var algorithm: CBORValue = -7
    var magic: [UInt8] = [0xff, 0x54, 0x43, 0x47]
    var type: [UInt8] = [0x80, 0x17]
    var extraData: [UInt8]?
    var name: [UInt8]?
    var nameAlgorithm: [UInt8] = [0, 0x0b]
    var trailing: [UInt8] = []
    var point: [UInt8]
    var certificate: TestCertificate

    static func sized(_ bytes: [UInt8]) -> [UInt8] {
      [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
    }

    var publicArea: [UInt8] {
      [0, 0x23] + nameAlgorithm + [0, 6, 4, 0x72, 0, 0, 0, 0x10, 0, 0x10, 0, 3, 0, 0x10]
        + Self.sized(Array(point[1...32])) + Self.sized(Array(point[33...]))
    }

    func certifyInfo(_ signed: [UInt8]) -> [UInt8] {
      magic + type + Self.sized([]) + Self.sized(extraData ?? SHA256.hash(signed))
        + [UInt8](repeating: 0, count: 25) + Self.sized(name ?? [0, 0x0b] + SHA256.hash(publicArea))
        + Self.sized([]) + trailing
    }

    static func name(
      manufacturer: String = "id:FFFFF1D0", model: String = "Model", version: String = "id:13",
      further: [(ASN1ObjectIdentifier, String)] = []
    ) -> [UInt8] {
      DER.sequence(
        DER.element(
          0xa4,
          TestCertificate.name(
            [
              (ASN1ObjectIdentifier(2, 23, 133, 2, 1), manufacturer),
              (ASN1ObjectIdentifier(2, 23, 133, 2, 2), model),
              (ASN1ObjectIdentifier(2, 23, 133, 2, 3), version),
            ] + further)))
    }

    static let certificate = TestCertificate(
      issuer: TestCertificate.rootName,
      extensions: [
        TestCertificate.basicConstraints(authority: false),
        .init(kind: ASN1ObjectIdentifier(2, 5, 29, 17), isCritical: true, value: name()),
        .init(
          kind: ASN1ObjectIdentifier(2, 5, 29, 37),
          value: DER.sequence(DER.oid(ASN1ObjectIdentifier(2, 23, 133, 8, 3)))),
        TestCertificate.aaguid(Array(1...16)),
      ])
  }

  @Test func `tpm: each broken step is refused`() throws {
    func response(_ change: (inout TPM) -> Void = { _ in }) throws -> JSONObject {
      var tpm = TPM(point: scene.authenticator.key.point, certificate: TPM.certificate)
      change(&tpm)
      let der = try tpm.certificate.signed(by: scene.root, for: scene.signer.point)
      return try scene.authenticator.register(format: "tpm") { data, hash in
        let info = tpm.certifyInfo(data + hash)
        return [
          "ver": .text(tpm.version), "alg": tpm.algorithm, "x5c": .array([.bytes(der)]),
          "sig": .bytes(try SoftwareAuthenticator.sign(info, with: scene.signer)), "certInfo": .bytes(info),
          "pubArea": .bytes(tpm.publicArea),
        ]
      }
    }
    let verified = try scene.register(response(), scene.anchored(scene.rootCertificate))
    #expect(verified.attestation.kind == .certificationAuthority && verified.attestation.trust == .trusted)
    let invalid: [(String, (inout TPM) -> Void)] = [
      ("key", { $0.point = scene.signer.point }), ("magic", { $0.magic[0] = 0 }),
      ("type", { $0.type[1] = 0x18 }),
      ("extraData", { $0.extraData = [UInt8](repeating: 0, count: 32) }),
      ("no extraData", { $0.extraData = [] }),
      ("name", { $0.name = [0, 0x0b] + [UInt8](repeating: 0, count: 32) }),
      ("name of another hash", { $0.name = [0, 0x0c] + SHA256.hash($0.publicArea) }),
      ("no name", { $0.name = [] }),
      ("name with SHA-384", { $0.nameAlgorithm = [0, 0x0c] }), ("algorithm", { $0.algorithm = -257 }),
      (
        "version 1",
        {
          $0.certificate.version = 0; $0.certificate.extensions = []
        }
      ),
      ("a subject", { $0.certificate.subject = [(TestCertificate.commonName, "x")] }),
      ("no alternative name", { $0.certificate.extensions.remove(at: 1) }),
      ("a name that is not critical", { $0.certificate.extensions[1].isCritical = false }),
      ("manufacturer", { $0.certificate.extensions[1].value = TPM.name(manufacturer: "id:XYZ") }),
      ("no model", { $0.certificate.extensions[1].value = TPM.name(model: "") }),
      ("version", { $0.certificate.extensions[1].value = TPM.name(version: "13") }),
      ("no number as version", { $0.certificate.extensions[1].value = TPM.name(version: "id:") }),
      ("a long version", { $0.certificate.extensions[1].value = TPM.name(version: "id:123456789") }),
      ("a version with letters", { $0.certificate.extensions[1].value = TPM.name(version: "id:1x") }),
      (
        "two manufacturers",
        {
          $0.certificate.extensions[1].value = TPM.name(
            further: [(ASN1ObjectIdentifier(2, 23, 133, 2, 1), "id:FFFFFFFF")])
        }
      ),
      ("no usage", { $0.certificate.extensions.remove(at: 2) }),
      (
        "another usage",
        { $0.certificate.extensions[2].value = DER.sequence(DER.oid(ASN1ObjectIdentifier(2, 23, 133, 8, 1))) }
      ),
      ("an authority", { $0.certificate.extensions[0] = TestCertificate.basicConstraints(authority: true) }),
      ("another AAGUID", { $0.certificate.extensions[3] = TestCertificate.aaguid(Array(2...17)) }),
    ]
    for (name, change) in invalid { scene.refuses(.invalidAttestation, name) { try response(change) } }
    let malformed: [(String, (inout TPM) -> Void)] = [
      ("ver", { $0.version = "1.2" }), ("trailing bytes", { $0.trailing = [0] }),
      ("name with SHA-1", { $0.nameAlgorithm = [0, 4] }),
    ]
    for (name, change) in malformed { scene.refuses(.malformedStatement, name) { try response(change) } }
    scene.refuses(.unsupportedAlgorithm, "ES256K") { try response { $0.algorithm = -47 } }
  }
}

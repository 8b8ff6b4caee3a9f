import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Statements of the format `android-key` with each step of their verification broken, and everything else valid.
@Suite("WebAuthn L3 §8.4: attestation statements of android-key, step by step")
struct AndroidKeyAttestationStepTests {
  let scene: AttestationScene

  init() throws { scene = try AttestationScene() }

  @Test func `android-key: each broken step is refused`() throws {
    struct Description {
      var challenge: [UInt8]?
      var levels = [DER.enumerated(1), DER.enumerated(1)]
      var software: [[UInt8]] = []
      var tee: [[UInt8]] = [
        DER.element(0xa1, DER.set(DER.integer(2))), [0xbf, 0x85, 0x3e, 3] + DER.integer(0),
      ]
    }
    func response(
      key: P256PrivateKey? = nil, algorithm: CBORValue = -7, hasDescription: Bool = true,
      _ change: (inout Description) -> Void = { _ in }
    ) throws -> JSONObject {
      let key = key ?? scene.authenticator.key
      return try scene.authenticator.register(format: "android-key") { data, hash in
        var description = Description()
        change(&description)
        let value = DER.sequence(
          DER.integer(3), description.levels[0], DER.integer(4), description.levels[1],
          DER.octets(description.challenge ?? hash), DER.octets([]), DER.sequence(description.software),
          DER.sequence(description.tee))
        let certificate = TestCertificate(
          subject: [(TestCertificate.commonName, "Android Keystore Key")], issuer: TestCertificate.rootName,
          extensions: hasDescription
            ? [.init(kind: ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 1, 17), value: value)] : [])
        return [
          "alg": algorithm, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key)),
          "x5c": .array([.bytes(try certificate.signed(by: scene.root, for: key.point))]),
        ]
      }
    }
    let origin: [UInt8] = [0xbf, 0x85, 0x3e, 3]
    let allApplications: [UInt8] = [0xbf, 0x84, 0x58, 2, 5, 0]
    let strict = AttestationPolicy(requiresTrustedExecution: true)
    #expect(
      try scene.register(response(), scene.anchored(scene.rootCertificate)).attestation.trust == .trusted)
    _ = try scene.register(response(), strict)
    scene.refuses(.invalidAttestation, "key") { try response(key: scene.signer) }
    scene.refuses(.invalidAttestation, "algorithm") { try response(algorithm: -257) }
    scene.refuses(.unsupportedAlgorithm, "algorithm") { try response(algorithm: -65535) }
    scene.refuses(.invalidAttestation, "no description") { try response(hasDescription: false) }
    let changes: [(String, (inout Description) -> Void)] = [
      ("challenge", { $0.challenge = [UInt8](repeating: 0, count: 32) }),
      ("short challenge", { $0.challenge = [] }),
      ("imported key", { $0.tee[1] = origin + DER.integer(2) }),
      ("imported by software", { $0.software = [origin + DER.integer(1)] }),
      ("decryption", { $0.tee[0] = DER.element(0xa1, DER.set(DER.integer(1))) }),
      ("more purposes", { $0.tee[0] = DER.element(0xa1, DER.set(DER.integer(2), DER.integer(3))) }),
      ("all applications", { $0.tee = [$0.tee[0], allApplications, $0.tee[1]] }),
      ("all applications by software", { $0.software = [allApplications] }),
    ]
    for (name, change) in changes { scene.refuses(.invalidAttestation, name) { try response(change) } }
    // If a list has any field, one of them must have origin and purpose.
    let other = [DER.element(0xa2, DER.integer(3))]
    let missing: [(String, (inout Description) -> Void)] = [
      ("no origin", { $0.tee.removeLast() }), ("no purpose", { $0.tee.removeFirst() }),
      ("no purpose and no origin", { $0.tee = other }),
      ("no purpose in the other list", { ($0.software, $0.tee) = (other, []) }),
    ]
    for (name, change) in missing { scene.refuses(.invalidAttestation, name) { try response(change) } }
    _ = try scene.register(response { ($0.software, $0.tee) = ([$0.tee[0]], [$0.tee[1]]) })
    _ = try scene.register(response { $0.tee = [] })
    scene.refuses(.invalidAttestation, "empty lists", strict) { try response { $0.tee = [] } }
    // The first test vector of the standard has integers as security levels.
    _ = try scene.register(response { $0.levels = [DER.integer(0), DER.integer(0)] })
    for level in [DER.boolean(true), DER.octets([1]), DER.element(0x0a, []), []] {
      scene.refuses(.malformedCertificate, "level \(level)") { try response { $0.levels[0] = level } }
      scene.refuses(.malformedCertificate, "level \(level)") { try response { $0.levels[1] = level } }
    }
    scene.refuses(.malformedCertificate, "unsorted") { try response { $0.tee.reverse() } }
    scene.refuses(.malformedCertificate, "twice") { try response { $0.tee.append($0.tee[1]) } }
    // A value of the software does not count if a trusted execution environment is required.
    scene.refuses(.invalidAttestation, "software", strict) {
      try response {
        $0.software = $0.tee
        $0.tee = []
      }
    }
  }
}

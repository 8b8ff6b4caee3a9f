import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Attestation statements with each step of their verification broken, and everything else valid (WebAuthn L3 §8).
@Suite("WebAuthn L3 §8: attestation statements, step by step")
struct AttestationStepTests {
  let context: OpenSSLContext
  let authenticator: SoftwareAuthenticator
  /// The key of the attestation certificate, and of the root.
  let signer: P256PrivateKey
  let root: P256PrivateKey
  let rootCertificate: [UInt8]

  init() throws {
    context = try OpenSSLContext()
    var authenticator = try SoftwareAuthenticator(context: context)
    authenticator.aaguid = Array(1...16)
    self.authenticator = authenticator
    signer = try P256PrivateKey.generate(context: context)
    root = try P256PrivateKey.generate(context: context)
    rootCertificate = try TestCertificate.root(root)
  }

  private func register(_ response: JSONObject, _ policy: AttestationPolicy = AttestationPolicy()) throws
    -> VerifiedRegistration
  {
    try RegistrationVerifier(
      relyingParty: RelyingParty(id: "example.org", origins: ["https://example.org"]), attestation: policy,
      context: context
    ).verify(
      RegistrationResponse(.object(response)),
      expectations: RegistrationExpectations(challenge: authenticator.challenge), at: WebAuthnVectors.time)
  }

  private func anchored(_ certificates: [UInt8]...) throws -> AttestationPolicy {
    AttestationPolicy(trust: .anchors(try TrustAnchors(certificates: certificates)))
  }

  private func refuses(
    _ code: WebAuthnError.Code, _ comment: String = "", _ policy: AttestationPolicy = AttestationPolicy(),
    sourceLocation: SourceLocation = #_sourceLocation, _ response: () throws -> JSONObject
  ) {
    #expect(throws: WebAuthnError(code: code, reason: ""), "\(comment)", sourceLocation: sourceLocation) {
      try register(response(), policy)
    }
  }

  // MARK: packed

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
    let der = try certificate.signed(by: root, for: signer.point)
    return try authenticator.register(format: "packed") { data, hash in
      [
        "alg": algorithm,
        "sig": .bytes(try SoftwareAuthenticator.sign(data + hash + (tamper ? [0] : []), with: signer)),
        "x5c": .array(([der] + chain).map(CBORValue.bytes)),
      ]
    }
  }

  @Test func `packed: a valid statement is trusted by its root alone`() throws {
    let verified = try register(packed(), anchored(rootCertificate))
    #expect(verified.attestation.kind == .basic && verified.attestation.trust == .trusted)
    #expect(try register(packed()).attestation.trust == .notAssessed)
    #expect(
      try register(packed(chain: [rootCertificate]), anchored(rootCertificate)).attestation.trust == .trusted)
    // The certificate itself may be the anchor.
    let der = try Self.packedCertificate().signed(by: root, for: signer.point)
    let response = try authenticator.register(format: "packed") { data, hash in
      [
        "alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: signer)),
        "x5c": .array([.bytes(der)]),
      ]
    }
    #expect(try register(response, anchored(der)).attestation.trust == .trusted)
  }

  @Test func `40 - a self-signed root inside x5c is not an anchor`() throws {
    let foreign = try P256PrivateKey.generate(context: context)
    let foreignRoot = try TestCertificate.root(foreign)
    refuses(.untrustedAttestation, "", try anchored(foreignRoot)) { try packed(chain: [rootCertificate]) }
    refuses(.untrustedAttestation, "", try anchored(foreignRoot)) { try packed() }
    refuses(.untrustedAttestation, "", try anchored()) { try packed(chain: [rootCertificate]) }
    // Certificates that do not belong together are refused without anchors too.
    refuses(.untrustedAttestation) { try packed(chain: [foreignRoot]) }
    let signerRoot = try TestCertificate(
      subject: TestCertificate.rootName, issuer: TestCertificate.rootName,
      extensions: [TestCertificate.basicConstraints(authority: false)]
    ).signed(by: root, for: root.point)
    refuses(.untrustedAttestation, "an issuer that is no authority") { try packed(chain: [signerRoot]) }
    refuses(.untrustedAttestation, "an issuer that is no authority", try anchored(foreignRoot)) {
      try packed(chain: [signerRoot])
    }
  }

  @Test func `certificates must be valid at the time of the registration`() throws {
    for change: (inout TestCertificate) -> Void in [
      { $0.notAfter = "20250101000000Z" }, { $0.notBefore = "21000101000000Z" },
    ] {
      refuses(.untrustedAttestation, "", try anchored(rootCertificate)) { try packed(change) }
    }
  }

  @Test func `packed: each broken step is refused`() throws {
    let names = TestCertificate.self
    refuses(.invalidAttestation, "signature") { try packed(tamper: true) }
    refuses(.invalidAttestation, "algorithm of another kind") { try packed(algorithm: -257) }
    refuses(.invalidAttestation, "algorithm of another curve") { try packed(algorithm: -35) }
    refuses(.unsupportedAlgorithm, "RS1") { try packed(algorithm: -65535) }
    refuses(.unsupportedAlgorithm, "ES256K") { try packed(algorithm: -47) }
    refuses(.malformedStatement, "no algorithm") { try packed(algorithm: "ES256") }
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
      ("another unit", { $0.subject[2].1 = "authenticator attestation" }),
      ("no unit", { $0.subject.remove(at: 2) }), ("no name", { $0.subject.removeLast() }),
      ("two units", { $0.subject.append((names.unit, "x")) }),
      ("an authority", { $0.extensions[0] = names.basicConstraints(authority: true) }),
      ("no basic constraints", { $0.extensions.removeFirst() }),
      ("another AAGUID", { $0.extensions[1] = names.aaguid(Array(2...17)) }),
      ("a short AAGUID", { $0.extensions[1] = names.aaguid([1]) }),
      ("a critical AAGUID", { $0.extensions[1] = names.aaguid(Array(1...16), isCritical: true) }),
    ]
    for (name, change) in changes { refuses(.invalidAttestation, name) { try packed(change) } }
    let malformed: [(String, (inout TestCertificate) -> Void)] = [
      ("an AAGUID in one octet string", { $0.extensions[1].value = Array(1...16) }),
      ("a repeated extension", { $0.extensions.append($0.extensions[1]) }), ("version 4", { $0.version = 3 }),
      ("broken constraints", { $0.extensions[0].value = [0x30, 1] }),
    ]
    for (name, change) in malformed { refuses(.malformedCertificate, name) { try packed(change) } }
    // The AAGUID in the certificate is optional.
    _ = try register(packed { $0.extensions.removeLast() })
  }

  @Test func `packed: self attestation must be signed by the credential with its algorithm`() throws {
    func response(_ algorithm: CBORValue, _ key: P256PrivateKey) throws -> JSONObject {
      try authenticator.register(format: "packed") { data, hash in
        ["alg": algorithm, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key))]
      }
    }
    #expect(try register(response(-7, authenticator.key)).attestation.kind == .selfAttestation)
    refuses(.invalidAttestation) { try response(-7, signer) }
    refuses(.invalidAttestation) { try response(-257, authenticator.key) }
    refuses(.attestationNotAllowed, "", AttestationPolicy(allowsSelf: false)) {
      try response(-7, authenticator.key)
    }
    refuses(.attestationNotAllowed, "", AttestationPolicy(allowsNone: false)) { try authenticator.register() }
    refuses(.attestationNotAllowed, "", AttestationPolicy(formats: [.none])) {
      try response(-7, authenticator.key)
    }
    refuses(.malformedStatement) { try authenticator.register { _, _ in ["x": 1] } }
  }

  // MARK: fido-u2f

  @Test func `fido-u2f: each broken step is refused`() throws {
    let certificate = try TestCertificate(
      subject: [(TestCertificate.commonName, "U2F")], issuer: TestCertificate.rootName
    ).signed(by: root, for: signer.point)
    // A client makes the authenticator data from the answer of a U2F authenticator.
    var authenticator = authenticator
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
          "sig": .bytes(try SoftwareAuthenticator.sign(message, with: signer)),
          "x5c": .array(certificates.map(CBORValue.bytes)),
        ]
      }
    }
    let verified = try register(response(certificates: [certificate]), anchored(rootCertificate))
    #expect(verified.attestation.trust == .trusted && verified.attestation.format == .fidoU2F)
    refuses(.invalidAttestation) { try response(reserved: [5], certificates: [certificate]) }
    refuses(.invalidAttestation) {
      try response(rpIDHash: [UInt8](repeating: 0, count: 32), certificates: [certificate])
    }
    refuses(.invalidAttestation) { try response(credentialID: [1], certificates: [certificate]) }
    refuses(.malformedStatement) { try response(certificates: [certificate, rootCertificate]) }
    refuses(.malformedStatement) { try response(certificates: []) }
    refuses(.malformedCertificate) { try response(certificates: [certificate + [0]]) }
    refuses(.invalidAttestation) { try response(certificates: [rootCertificate]) }
    // The signature does not cover the flags and the extensions.
    for bit in 1..<6 where bit != 4 {
      refuses(.invalidAttestation, "flag \(bit)") {
        try response(flags: 1 | 1 << UInt8(bit), certificates: [certificate])
      }
    }
    refuses(.invalidAttestation, "BE and BS") { try response(flags: 0b11001, certificates: [certificate]) }
    refuses(.inconsistentBackupState, "BS") { try response(flags: 0b10001, certificates: [certificate]) }
    refuses(.userNotPresent, "UP") { try response(flags: 0, certificates: [certificate]) }
    refuses(.invalidAttestation, "extensions") {
      try response(extensions: ["credProtect": 3], certificates: [certificate])
    }
  }

  // MARK: apple

  @Test func `apple: each broken step is refused`() throws {
    func response(
      key: [UInt8]? = nil, extra: [UInt8] = [], _ change: (inout TestCertificate) -> Void = { _ in }
    ) throws -> JSONObject {
      try authenticator.register(format: "apple") { data, hash in
        var certificate = TestCertificate(
          subject: [(TestCertificate.commonName, "Apple")], issuer: TestCertificate.rootName,
          extensions: [
            TestCertificate.Extension(
              kind: ASN1ObjectIdentifier(1, 2, 840, 113635, 100, 8, 2),
              value: DER.sequence(DER.element(0xa1, DER.octets(SHA256.hash(data + hash + extra)))))
          ])
        change(&certificate)
        return [
          "x5c": .array([.bytes(try certificate.signed(by: root, for: key ?? authenticator.key.point))])
        ]
      }
    }
    let verified = try register(response(), anchored(rootCertificate))
    #expect(verified.attestation.kind == .anonymization && verified.attestation.trust == .trusted)
    refuses(.invalidAttestation, "nonce") { try response(extra: [0]) }
    refuses(.invalidAttestation, "key") { try response(key: signer.point) }
    refuses(.invalidAttestation, "no extension") { try response { $0.extensions = [] } }
    refuses(.malformedCertificate, "another tag") {
      try response { $0.extensions[0].value = DER.sequence(DER.element(0xa2, DER.octets([1]))) }
    }
  }

  // MARK: android-key

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
      let key = key ?? authenticator.key
      return try authenticator.register(format: "android-key") { data, hash in
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
          "x5c": .array([.bytes(try certificate.signed(by: root, for: key.point))]),
        ]
      }
    }
    let origin: [UInt8] = [0xbf, 0x85, 0x3e, 3]
    let allApplications: [UInt8] = [0xbf, 0x84, 0x58, 2, 5, 0]
    let strict = AttestationPolicy(requiresTrustedExecution: true)
    #expect(try register(response(), anchored(rootCertificate)).attestation.trust == .trusted)
    _ = try register(response(), strict)
    refuses(.invalidAttestation, "key") { try response(key: signer) }
    refuses(.invalidAttestation, "algorithm") { try response(algorithm: -257) }
    refuses(.unsupportedAlgorithm, "algorithm") { try response(algorithm: -65535) }
    refuses(.invalidAttestation, "no description") { try response(hasDescription: false) }
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
    for (name, change) in changes { refuses(.invalidAttestation, name) { try response(change) } }
    // If a list has any field, one of them must have origin and purpose.
    let other = [DER.element(0xa2, DER.integer(3))]
    let missing: [(String, (inout Description) -> Void)] = [
      ("no origin", { $0.tee.removeLast() }), ("no purpose", { $0.tee.removeFirst() }),
      ("no purpose and no origin", { $0.tee = other }),
      ("no purpose in the other list", { ($0.software, $0.tee) = (other, []) }),
    ]
    for (name, change) in missing { refuses(.invalidAttestation, name) { try response(change) } }
    _ = try register(response { ($0.software, $0.tee) = ([$0.tee[0]], [$0.tee[1]]) })
    _ = try register(response { $0.tee = [] })
    refuses(.invalidAttestation, "empty lists", strict) { try response { $0.tee = [] } }
    // The first test vector of the standard has integers as security levels.
    _ = try register(response { $0.levels = [DER.integer(0), DER.integer(0)] })
    for level in [DER.boolean(true), DER.octets([1]), DER.element(0x0a, []), []] {
      refuses(.malformedCertificate, "level \(level)") { try response { $0.levels[0] = level } }
      refuses(.malformedCertificate, "level \(level)") { try response { $0.levels[1] = level } }
    }
    refuses(.malformedCertificate, "unsorted") { try response { $0.tee.reverse() } }
    refuses(.malformedCertificate, "twice") { try response { $0.tee.append($0.tee[1]) } }
    // A value of the software does not count if a trusted execution environment is required.
    refuses(.invalidAttestation, "software", strict) {
      try response {
        $0.software = $0.tee
        $0.tee = []
      }
    }
  }

  // MARK: tpm

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
      manufacturer: String = "id:FFFFF1D0", model: String = "Model", version: String = "id:13"
    ) -> [UInt8] {
      DER.sequence(
        DER.element(
          0xa4,
          TestCertificate.name([
            (ASN1ObjectIdentifier(2, 23, 133, 2, 1), manufacturer),
            (ASN1ObjectIdentifier(2, 23, 133, 2, 2), model),
            (ASN1ObjectIdentifier(2, 23, 133, 2, 3), version),
          ])))
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
      var tpm = TPM(point: authenticator.key.point, certificate: TPM.certificate)
      change(&tpm)
      let der = try tpm.certificate.signed(by: root, for: signer.point)
      return try authenticator.register(format: "tpm") { data, hash in
        let info = tpm.certifyInfo(data + hash)
        return [
          "ver": .text(tpm.version), "alg": tpm.algorithm, "x5c": .array([.bytes(der)]),
          "sig": .bytes(try SoftwareAuthenticator.sign(info, with: signer)), "certInfo": .bytes(info),
          "pubArea": .bytes(tpm.publicArea),
        ]
      }
    }
    let verified = try register(response(), anchored(rootCertificate))
    #expect(verified.attestation.kind == .certificationAuthority && verified.attestation.trust == .trusted)
    let invalid: [(String, (inout TPM) -> Void)] = [
      ("key", { $0.point = signer.point }), ("magic", { $0.magic[0] = 0 }), ("type", { $0.type[1] = 0x18 }),
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
      ("no usage", { $0.certificate.extensions.remove(at: 2) }),
      (
        "another usage",
        { $0.certificate.extensions[2].value = DER.sequence(DER.oid(ASN1ObjectIdentifier(2, 23, 133, 8, 1))) }
      ),
      ("an authority", { $0.certificate.extensions[0] = TestCertificate.basicConstraints(authority: true) }),
      ("another AAGUID", { $0.certificate.extensions[3] = TestCertificate.aaguid(Array(2...17)) }),
    ]
    for (name, change) in invalid { refuses(.invalidAttestation, name) { try response(change) } }
    let malformed: [(String, (inout TPM) -> Void)] = [
      ("ver", { $0.version = "1.2" }), ("trailing bytes", { $0.trailing = [0] }),
      ("name with SHA-1", { $0.nameAlgorithm = [0, 4] }),
    ]
    for (name, change) in malformed { refuses(.malformedStatement, name) { try response(change) } }
    refuses(.unsupportedAlgorithm, "ES256K") { try response { $0.algorithm = -47 } }
  }

  // MARK: compound

  @Test func `compound: at least two statements, every statement valid and not compound`() throws {
    func response(_ parts: [(String, Bool)]) throws -> JSONObject {
      try authenticator.register(format: "compound") { data, hash in
        .array(
          try parts.map { format, isValid in
            let signature = try SoftwareAuthenticator.sign(
              data + hash, with: isValid ? authenticator.key : signer)
            return [
              "fmt": .text(format),
              "attStmt": format == "packed" ? ["alg": -7, "sig": .bytes(signature)] : [:],
            ]
          })
      }
    }
    let verified = try register(response([("packed", true), ("none", true)]))
    #expect(verified.attestation.format == .compound)
    #expect(verified.attestation.parts.map(\.kind) == [.selfAttestation, .none])
    refuses(.invalidAttestation) { try response([("none", true), ("packed", false)]) }
    refuses(.malformedStatement) { try response([("packed", true)]) }
    refuses(.malformedStatement) { try response([]) }
    refuses(.malformedStatement) { try response([("packed", true), ("compound", true)]) }
    refuses(.unknownAttestationFormat) { try response([("packed", true), ("x", true)]) }
    refuses(.attestationNotAllowed, "", AttestationPolicy(formats: [.compound, .packed])) {
      try response([("packed", true), ("none", true)])
    }
  }
}

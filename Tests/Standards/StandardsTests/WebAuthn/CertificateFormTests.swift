import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Certificates of attestations that differ in form, and chains of them.
@Suite("WebAuthn L3 §8: certificates of attestations")
struct CertificateFormTests {
  let context: OpenSSLContext
  let authenticator: SoftwareAuthenticator
  let signer: P256PrivateKey
  let root: P256PrivateKey
  let rootCertificate: [UInt8]

  init() throws {
    context = try OpenSSLContext()
    authenticator = try SoftwareAuthenticator(context: context)
    signer = try P256PrivateKey.generate(context: context)
    root = try P256PrivateKey.generate(context: context)
    rootCertificate = try TestCertificate.root(root)
  }

  private static let model = TestCertificate(
    subject: TestCertificate.packedName, issuer: TestCertificate.rootName,
    extensions: [TestCertificate.basicConstraints(authority: false)])

  /// Verifies a registration whose statement has these certificates.
  private func register(
    _ chain: [UInt8]..., anchors: [[UInt8]]? = nil
  ) throws -> VerifiedRegistration {
    let response = try authenticator.register(format: "packed") { data, hash in
      [
        "alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: signer)),
        "x5c": .array(chain.map(CBORValue.bytes)),
      ]
    }
    let trust = try anchors.map { AttestationPolicy.Trust.anchors(try TrustAnchors(certificates: $0)) }
    return try RegistrationVerifier(
      relyingParty: RelyingParty(id: "example.org", origins: ["https://example.org"]),
      attestation: AttestationPolicy(trust: trust ?? .notRequired), context: context
    ).verify(
      RegistrationResponse(.object(response)),
      expectations: RegistrationExpectations(challenge: authenticator.challenge), at: WebAuthnVectors.time)
  }

  private func refuses(
    _ code: WebAuthnError.Code, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> VerifiedRegistration
  ) {
    #expect(throws: WebAuthnError(code: code, reason: ""), "\(comment)", sourceLocation: sourceLocation) {
      try body()
    }
  }

  @Test func `X.690 §11.2.1: a signature may leave out zero bits alone`() throws {
    func signed(unusedBits: UInt8, lastBit: UInt8) throws -> [UInt8] {
      var certificate = Self.model
      certificate.unusedBits = unusedBits
      while true {
        certificate.serial = (certificate.serial + 1) & 0x7f
        let der = try certificate.signed(by: root, for: signer.point)
        if (der.last ?? 0) & 1 == lastBit { return der }
      }
    }
    _ = try register(signed(unusedBits: 1, lastBit: 0))
    refuses(.malformedCertificate, "a bit that is not zero") {
      try register(signed(unusedBits: 1, lastBit: 1))
    }
    for number: UInt8 in [8, 0xff] {
      refuses(.malformedCertificate, "\(number) bits") {
        try register(signed(unusedBits: number, lastBit: 0))
      }
    }
    // The bits of a key are whole bytes.
    let der = try Self.model.signed(by: root, for: signer.point)
    let key = try #require(der.indices.first { der[$0...].starts(with: [0x03, 66, 0, 4]) })
    var changed = der
    changed[key + 2] = 1
    refuses(.malformedCertificate, "the bits of the key") { try register(changed) }
  }

  @Test func `RFC 5280 §4.1.2.4: an attribute of another type is not a text`() throws {
    func name(_ attributes: [(ASN1ObjectIdentifier, [UInt8])]) -> [UInt8] {
      DER.sequence(attributes.map { DER.set(DER.sequence(DER.oid($0.0), $0.1)) })
    }
    let names = TestCertificate.self
    let texts: [(ASN1ObjectIdentifier, [UInt8])] = [
      (names.country, DER.printable("DE")), (names.organization, DER.utf8("Test")),
      (names.unit, DER.utf8("Authenticator Attestation")), (names.commonName, DER.utf8("Model")),
    ]
    func register(_ attributes: [(ASN1ObjectIdentifier, [UInt8])]) throws -> VerifiedRegistration {
      var certificate = Self.model
      certificate.subjectName = name(attributes)
      return try self.register(certificate.signed(by: root, for: signer.point))
    }
    // x500UniqueIdentifier, and a serial number as NumericString.
    _ = try register(texts + [(ASN1ObjectIdentifier(2, 5, 4, 45), DER.bits([1, 2]))])
    _ = try register(texts + [(ASN1ObjectIdentifier(2, 5, 4, 5), DER.element(0x12, Array("12".utf8)))])
    for place in texts.indices {
      var changed = texts
      changed[place].1 = DER.element(0x12, Array("DE".utf8))
      refuses(.invalidAttestation, "attribute \(place)") { try register(changed) }
    }
  }

  @Test func `the certificates of x5c must follow each other, with trust anchors too`() throws {
    let middle = try P256PrivateKey.generate(context: context)
    let middleName = [(TestCertificate.commonName, "Test issuer")]
    let issuer = try TestCertificate(
      subject: middleName, issuer: TestCertificate.rootName,
      extensions: [TestCertificate.basicConstraints(authority: true)]
    ).signed(by: root, for: middle.point)
    var model = Self.model
    model.issuer = middleName
    let leaf = try model.signed(by: middle, for: signer.point)
    let foreign = try TestCertificate.root(try P256PrivateKey.generate(context: context))
    #expect(try register(leaf, issuer, anchors: [rootCertificate]).attestation.trust == .trusted)
    #expect(
      try register(leaf, issuer, rootCertificate, anchors: [rootCertificate]).attestation.trust == .trusted)
    #expect(try register(leaf, issuer, rootCertificate).attestation.trust == .notAssessed)
    for anchors in [nil, [rootCertificate]] {
      refuses(.untrustedAttestation, "another order") {
        try register(leaf, rootCertificate, issuer, anchors: anchors)
      }
      refuses(.untrustedAttestation, "one more") { try register(leaf, issuer, foreign, anchors: anchors) }
      refuses(.untrustedAttestation, "one more") { try register(leaf, foreign, issuer, anchors: anchors) }
      refuses(.untrustedAttestation, "the first twice") { try register(leaf, leaf, issuer, anchors: anchors) }
      refuses(.untrustedAttestation, "the issuer missing") {
        try register(leaf, rootCertificate, anchors: anchors)
      }
    }
    refuses(.untrustedAttestation, "no issuer") { try register(leaf, anchors: [rootCertificate]) }
  }
}

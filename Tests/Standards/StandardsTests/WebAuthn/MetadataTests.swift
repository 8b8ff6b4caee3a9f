import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

@Suite("FIDO MDS 3: metadata of authenticators")
struct MetadataTests {
  let context: OpenSSLContext
  let authenticator: SoftwareAuthenticator
  let modelRoot: P256PrivateKey
  let modelRootCertificate: [UInt8]
  let signer: P256PrivateKey
  let root: P256PrivateKey
  let rootCertificate: [UInt8]

  init() throws {
    context = try OpenSSLContext()
    var authenticator = try SoftwareAuthenticator(context: context)
    authenticator.aaguid = Array(1...16)
    self.authenticator = authenticator
    modelRoot = try P256PrivateKey.generate(context: context)
    modelRootCertificate = try TestCertificate.root(modelRoot)
    signer = try P256PrivateKey.generate(context: context)
    root = try P256PrivateKey.generate(context: context)
    rootCertificate = try TestCertificate(
      subject: [(TestCertificate.commonName, "FIDO")], issuer: [(TestCertificate.commonName, "FIDO")],
      extensions: [TestCertificate.basicConstraints(authority: true)]
    ).signed(by: root, for: root.point)
  }

  /// The metadata file with one model.
  private func file(
    status: String = "FIDO_CERTIFIED_L1", model: JSONObject? = nil,
    _ change: (inout JSONObject) -> Void = { _ in },
    header: (inout JSONObject) -> Void = { _ in }, certificate: (inout TestCertificate) -> Void = { _ in }
  ) throws -> String {
    let name = DER.sequence(DER.element(0x82, Array("mds.fidoalliance.org".utf8)))
    var leaf = TestCertificate(
      subject: [(TestCertificate.commonName, "mds.fidoalliance.org")],
      issuer: [(TestCertificate.commonName, "FIDO")],
      extensions: [.init(kind: ASN1ObjectIdentifier(2, 5, 29, 17), value: name)])
    certificate(&leaf)
    let entry: JSONObject = model ?? ["aaguid": "01020304-0506-0708-090a-0b0c0d0e0f10"]
    var full = entry
    full["statusReports"] = [["status": .string(status)]]
    full["metadataStatement"] = [
      "description": "A model", "attestationRootCertificates": [.string(Base64.encode(modelRootCertificate))],
    ]
    var payload: JSONObject = ["no": 3, "nextUpdate": "2099-01-01", "entries": [.object(full)]]
    change(&payload)
    var fields: JSONObject = [
      "alg": "ES256", "x5c": [.string(Base64.encode(try leaf.signed(by: root, for: signer.point)))],
    ]
    header(&fields)
    let signed = "\(Base64URL.encode(fields.serialized())).\(Base64URL.encode(payload.serialized()))"
    return "\(signed).\(Base64URL.encode(try signer.sign(Array(signed.utf8))))"
  }

  private func verify(_ file: String, host: String = MetadataVerifier.signerHost, minimum: Int64 = 0) throws
    -> VerifiedMetadata
  {
    try MetadataVerifier(roots: [rootCertificate], host: host, context: context)
      .verify(file, at: WebAuthnVectors.time, minimumNumber: minimum)
  }

  private func refuses(
    _ code: WebAuthnError.Code, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    #expect(throws: WebAuthnError(code: code, reason: ""), "\(comment)", sourceLocation: sourceLocation) {
      try body()
    }
  }

  /// A registration with a packed statement of the model.
  private func register(_ metadata: VerifiedMetadata, signedBy issuer: P256PrivateKey) throws
    -> VerifiedRegistration
  {
    let key = try P256PrivateKey.generate(context: context)
    let certificate = try TestCertificate(
      subject: TestCertificate.packedName, issuer: TestCertificate.rootName,
      extensions: [TestCertificate.basicConstraints(authority: false)]
    ).signed(by: issuer, for: key.point)
    let response = try authenticator.register(format: "packed") { data, hash in
      [
        "alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key)),
        "x5c": .array([.bytes(certificate)]),
      ]
    }
    return try RegistrationVerifier(
      relyingParty: RelyingParty(id: "example.org", origins: ["https://example.org"]),
      attestation: AttestationPolicy(trust: .anchors(try TrustAnchors(metadata: metadata))), context: context
    ).verify(
      RegistrationResponse(.object(response)),
      expectations: RegistrationExpectations(challenge: authenticator.challenge), at: WebAuthnVectors.time)
  }

  @Test func `a signed file is accepted, and its models lead to their roots`() throws {
    let metadata = try verify(file(), minimum: 3)
    #expect(metadata.contents.number == 3 && metadata.contents.entries.count == 1)
    #expect(metadata.contents.entries[0].aaguid == AAGUID("01020304-0506-0708-090a-0b0c0d0e0f10"))
    #expect(try register(metadata, signedBy: modelRoot).attestation.trust == .trusted)
    refuses(.untrustedAttestation) { _ = try register(metadata, signedBy: root) }
  }

  @Test func `a model that is reported as compromised, or unknown, is refused`() throws {
    for status in AuthenticatorMetadata.compromised {
      let metadata = try verify(file(status: status))
      refuses(.compromisedAuthenticator, status) { _ = try register(metadata, signedBy: modelRoot) }
    }
    let other = try verify(file(model: ["aaguid": "11020304-0506-0708-090a-0b0c0d0e0f10"]))
    refuses(.untrustedAttestation) { _ = try register(other, signedBy: modelRoot) }
  }

  @Test func `a file that is changed, old, or of another signer is refused`() throws {
    let good = try file()
    let parts = good.split(separator: ".")
    refuses(.untrustedMetadata, "signature") {
      _ = try verify("\(parts[0]).\(Base64URL.encode(Array("{}".utf8))).\(parts[2])")
    }
    refuses(.untrustedMetadata, "host") { _ = try verify(good, host: "example.org") }
    refuses(.untrustedMetadata, "host") { _ = try verify(file(certificate: { $0.extensions = [] })) }
    refuses(.untrustedMetadata, "certificate") {
      _ = try verify(file(certificate: { $0.notAfter = "20250101000000Z" }))
    }
    refuses(.untrustedMetadata, "root") {
      _ = try MetadataVerifier(roots: [modelRootCertificate], context: context).verify(
        good, at: WebAuthnVectors.time)
    }
    refuses(.expiredMetadata) { _ = try verify(good, minimum: 4) }
    refuses(.expiredMetadata) { _ = try verify(file { $0["nextUpdate"] = "2026-01-01" }) }
  }

  @Test func `a malformed file is refused`() throws {
    let changes: [(inout JSONObject) -> Void] = [
      { $0["no"] = nil }, { $0["no"] = "3" }, { $0["nextUpdate"] = "tomorrow" }, { $0["nextUpdate"] = nil },
      { $0["entries"] = nil }, { $0["entries"] = [1] },
      { $0["entries"] = [["metadataStatement": ["attestationRootCertificates": ["%"]]]] },
    ]
    for change in changes { refuses(.malformedMetadata) { _ = try verify(file(change)) } }
    let headers: [(inout JSONObject) -> Void] = [
      { $0["x5c"] = nil }, { $0["x5c"] = [] }, { $0["x5c"] = ["%"] }, { $0["alg"] = "none" },
      { $0["alg"] = "HS256" },
      { $0["alg"] = "RS256" }, { $0["crit"] = ["b64"] },
    ]
    for header in headers { refuses(.malformedMetadata) { _ = try verify(file(header: header)) } }
    for text in ["", "a", "a.b", "a.b.c", "...."] { refuses(.malformedMetadata) { _ = try verify(text) } }
  }
}

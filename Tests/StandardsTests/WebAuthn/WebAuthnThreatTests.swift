import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Attacks on a ceremony, each with a valid signature over the changed values.
@Suite("WebAuthn: attacks")
struct WebAuthnThreatTests {
  let context: OpenSSLContext
  let authenticator: SoftwareAuthenticator

  init() throws {
    context = try OpenSSLContext()
    var authenticator = try SoftwareAuthenticator(context: context)
    authenticator.userHandle = [7, 7, 7]
    self.authenticator = authenticator
  }

  private func party(
    origins: [String] = ["https://example.org"], allowsSubdomains: Bool = false,
    frames: RelyingParty.FramePolicy = .sameOrigin
  ) throws -> RelyingParty {
    try RelyingParty(id: "example.org", origins: origins, allowsSubdomains: allowsSubdomains, frames: frames)
  }

  private func record(_ change: (inout CredentialRecord) -> Void = { _ in }) throws -> CredentialRecord {
    var record = CredentialRecord(
      id: authenticator.credentialID,
      publicKey: try CredentialPublicKey(parsing: CBOR.encode(.map(authenticator.publicKey))),
      isBackupEligible: false, userHandle: [7, 7, 7])
    change(&record)
    return record
  }

  private func authenticate(
    _ response: JSONObject, party: RelyingParty? = nil, record: CredentialRecord? = nil,
    counters: AuthenticationVerifier.CounterPolicy = .refused,
    _ change: (inout AuthenticationExpectations) -> Void = { _ in }
  ) throws -> VerifiedAuthentication {
    var expectations = AuthenticationExpectations(challenge: authenticator.challenge)
    change(&expectations)
    return try AuthenticationVerifier(
      relyingParty: party ?? self.party(), counters: counters, context: context
    ).verify(
      AuthenticationResponse(.object(response)), record: record ?? self.record(), expectations: expectations)
  }

  private func register(
    _ response: JSONObject, party: RelyingParty? = nil,
    _ change: (inout RegistrationExpectations) -> Void = { _ in }
  ) throws -> VerifiedRegistration {
    var expectations = RegistrationExpectations(challenge: authenticator.challenge)
    change(&expectations)
    return try RegistrationVerifier(relyingParty: party ?? self.party(), context: context).verify(
      RegistrationResponse(.object(response)), expectations: expectations, at: WebAuthnVectors.time)
  }

  private func refuses(
    _ code: WebAuthnError.Code, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    #expect(throws: WebAuthnError(code: code, reason: ""), "\(comment)", sourceLocation: sourceLocation) {
      try body()
    }
  }

  private func changed(_ change: (inout SoftwareAuthenticator) -> Void) -> SoftwareAuthenticator {
    var authenticator = authenticator
    change(&authenticator)
    return authenticator
  }

  @Test func `an unchanged registration and authentication are valid`() throws {
    let registered = try register(authenticator.register())
    #expect(registered.record(userHandle: [7, 7, 7]).publicKey.algorithm == .es256)
    let verified = try authenticate(
      authenticator.authenticate(), record: registered.record(userHandle: [7, 7, 7]))
    #expect(verified.isUserVerified && !verified.isBackedUp && verified.userHandle == [7, 7, 7])
  }

  // MARK: 18

  @Test func `18 - a sign-in without a user name needs the user handle of the account`() throws {
    let anonymous = try changed { $0.userHandle = nil }.authenticate()
    refuses(.missingUserHandle) { _ = try authenticate(anonymous) }
    _ = try authenticate(anonymous) { $0.isUserIdentified = true }
    let other = try changed { $0.userHandle = [7, 7, 8] }.authenticate()
    refuses(.wrongUserHandle) { _ = try authenticate(other) }
    refuses(.wrongUserHandle) { _ = try authenticate(other) { $0.isUserIdentified = true } }
    let long = try changed { $0.userHandle = [UInt8](repeating: 7, count: 65) }.authenticate()
    refuses(.malformedResponse) { _ = try authenticate(long) }
    // An empty handle counts as missing: clients send it if the authenticator returns none.
    let empty = try changed { $0.userHandle = [] }.authenticate()
    refuses(.missingUserHandle) { _ = try authenticate(empty) }
    #expect(try authenticate(empty) { $0.isUserIdentified = true }.userHandle == nil)
  }

  @Test func `18 - another origin, RP ID, type or challenge is refused`() throws {
    let cases: [(WebAuthnError.Code, (inout SoftwareAuthenticator) -> Void)] = [
      (.wrongOrigin, { $0.origin = "https://evil.example" }),
      (.wrongRelyingPartyID, { $0.relyingPartyID = "evil.example" }),
      (.wrongRelyingPartyID, { $0.relyingPartyID = "sub.example.org" }),
      (.wrongChallenge, { $0.challenge = [1] }),
      (.wrongChallenge, { $0.challenge = [] }), (.wrongChallenge, { $0.challenge.removeLast() }),
    ]
    for (code, change) in cases {
      let response = try changed(change).authenticate()
      refuses(code) { _ = try authenticate(response) }
      let registration = try changed(change).register()
      refuses(code) { _ = try register(registration) }
    }
    let created = try authenticator.authenticate(type: "webauthn.create")
    refuses(.wrongCeremony) { _ = try authenticate(created) }
    let payment = try authenticator.authenticate(type: "payment.get")
    refuses(.wrongCeremony) { _ = try authenticate(payment) }
    refuses(.wrongChallenge, "an empty challenge is never expected") {
      _ = try authenticate(changed { $0.challenge = [] }.authenticate()) { $0.challenge = [] }
    }
  }

  @Test func `18 - the user must be present, and verified if that is required`() throws {
    let absent = changed { $0.flags = 0b100 }
    refuses(.userNotPresent) { _ = try authenticate(absent.authenticate()) }
    refuses(.userNotPresent) { _ = try register(absent.register()) }
    #expect(try register(absent.register()) { $0.isConditional = true }.isUserVerified)
    let unverified = changed { $0.flags = 0b001 }
    refuses(.userNotVerified) {
      _ = try authenticate(unverified.authenticate()) { $0.userVerification = .required }
    }
    refuses(.userNotVerified) { _ = try register(unverified.register()) { $0.userVerification = .required } }
    #expect(try !authenticate(unverified.authenticate()).isUserVerified)
  }

  @Test func `18 - inconsistent backup flags are refused, and eligibility never changes`() throws {
    refuses(.inconsistentBackupState) { _ = try authenticate(changed { $0.flags = 0b10101 }.authenticate()) }
    refuses(.inconsistentBackupState) { _ = try register(changed { $0.flags = 0b10101 }.register()) }
    let eligible = try changed { $0.flags = 0b11101 }.authenticate()
    refuses(.backupEligibilityChanged) { _ = try authenticate(eligible) }
    let verified = try authenticate(eligible, record: record { $0.isBackupEligible = true })
    #expect(verified.isBackedUp && verified.isBackupEligible && verified.updatedRecord.isBackedUp)
    refuses(.backupEligibilityChanged) {
      _ = try authenticate(authenticator.authenticate(), record: record { $0.isBackupEligible = true })
    }
  }

  @Test func `18 - a counter that does not increase is refused or reported`() throws {
    for (stored, sent, isClone) in [
      (0, 0, false), (0, 1, false), (5, 6, false), (5, 5, true), (5, 4, true), (5, 0, true),
    ] as [(UInt32, UInt32, Bool)] {
      let response = try changed { $0.signCount = sent }.authenticate()
      let record = try record { $0.signCount = stored }
      if isClone {
        refuses(.possibleClone) { _ = try authenticate(response, record: record) }
      } else {
        #expect(try authenticate(response, record: record).updatedRecord.signCount == sent)
      }
      let reported = try authenticate(response, record: record, counters: .reported)
      #expect(reported.isPossibleClone == isClone)
      #expect(reported.updatedRecord.signCount == max(stored, sent))
    }
  }

  @Test func `18 - a credential id longer than 1023 bytes is refused, and one of 1023 is not`() throws {
    _ = try register(changed { $0.credentialID = [UInt8](repeating: 1, count: 1023) }.register())
    refuses(.credentialIDTooLong) {
      _ = try register(changed { $0.credentialID = [UInt8](repeating: 1, count: 1024) }.register())
    }
    // The form has a short id and the authenticator data a long one.
    var long = try changed { $0.credentialID = [UInt8](repeating: 1, count: 1024) }.register()
    long["id"] = "AQ"
    long["rawId"] = "AQ"
    refuses(.credentialIDTooLong) { _ = try register(long) }
    refuses(.malformedResponse) { _ = try register(changed { $0.credentialID = [] }.register()) }
  }

  @Test func `18 - an algorithm that was not offered, or is not supported, is refused by name`() throws {
    let response = try authenticator.register()
    refuses(.algorithmNotOffered) { _ = try register(response) { $0.algorithms = [.edDSA, .rs256] } }
    refuses(.algorithmNotOffered) { _ = try register(response) { $0.algorithms = [] } }
    let names = [
      -47: "ES256K", -48: "ML-DSA-44", -53: "Ed448", -65535: "RS1", -38: "PS384", 5: "COSE algorithm 5",
    ]
    for (number, name) in names {
      var entries = authenticator.publicKey.entries.map { ($0.key, $0.value) }
      entries.removeAll { $0.0 == 3 }
      let key = CBORMap(entries + [(3, .integer(Int64(number)))])
      do {
        _ = try register(authenticator.register(publicKey: key))
        Issue.record("\(name) was accepted")
      } catch let error as WebAuthnError {
        #expect(error.code == .unsupportedAlgorithm)
        #expect(error.reason.contains(name))
      }
    }
  }

  @Test func `18 - a malformed or invalid public key is refused`() throws {
    let key = authenticator.publicKey.entries.map { ($0.key, $0.value) }
    func with(_ label: CBORValue, _ value: CBORValue?) -> CBORMap {
      CBORMap(key.filter { $0.0 != label } + (value.map { [(label, $0)] } ?? []))
    }
    let point = authenticator.key.point
    let malformed: [CBORMap] = [
      with(1, 1), with(1, 3), with(1, nil), with(-1, 2), with(-1, 6), with(-1, nil), with(-2, nil),
      with(-3, nil),
      with(-3, .bool(true)), with(-2, .bytes([])), with(-2, .bytes(Array(point[1...31]))),
      with(-2, .bytes([0] + point[1...32])), with(4, .array([2])), with(2, .bytes([1])),
      with(-4, .bytes(authenticator.key.secret)),
      // The point is not on the curve.
      with(-3, .bytes([UInt8](repeating: 0, count: 32))),
      with(-2, .bytes([UInt8](repeating: 0xff, count: 32))),
    ]
    for key in malformed {
      refuses(.malformedPublicKey, "\(key)") { _ = try register(authenticator.register(publicKey: key)) }
    }
    refuses(.malformedPublicKey) { _ = try register(authenticator.register(publicKey: with(3, nil))) }
  }

  @Test func `18 - huge, deep, truncated and non-canonical CBOR is refused`() throws {
    func response(_ object: [UInt8]) throws -> JSONObject {
      var response = try authenticator.register()
      var inner = response["response"]?.object ?? [:]
      inner["attestationObject"] = .string(Base64URL.encode(object))
      response["response"] = .object(inner)
      return response
    }
    for object in [
      [], [0xa3], [0x9f], [UInt8](repeating: 0xa1, count: 10_000), [UInt8](repeating: 0x81, count: 60_000),
      [UInt8](repeating: 0, count: 70_000), [0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ] as [[UInt8]] {
      refuses(.malformedAttestationObject) { _ = try register(response(object)) }
    }
    // The key and the extensions must be canonical.
    let sorted = CBOR.encode(.map(authenticator.publicKey))
    var unsorted = Array(sorted.dropFirst())
    unsorted = [0xa5] + Array(unsorted[2...3]) + Array(unsorted[0...1]) + Array(unsorted[4...])
    let data =
      authenticator.authenticatorData(attested: [1]).dropLast() + authenticator.aaguid + [0, 32]
      + authenticator.credentialID
      + unsorted
    refuses(.malformedAuthenticatorData) {
      _ = try register(
        response(CBOR.encode(["fmt": "none", "attStmt": [:], "authData": .bytes(Array(data))])))
    }
  }

  @Test func `18 - an unknown attestation format is refused`() throws {
    for format in ["", "None", "none ", "tpm2", "android-safetynet2", "fido_u2f"] {
      refuses(.unknownAttestationFormat) { _ = try register(authenticator.register(format: format)) }
    }
    refuses(.attestationNotAllowed) { _ = try register(authenticator.register(format: "android-safetynet")) }
  }

  @Test func `18 - a wrong signature, and the signature of another key, are refused`() throws {
    let other = try SoftwareAuthenticator(context: context)
    var response = try other.authenticate()
    response["id"] = .string(Base64URL.encode(authenticator.credentialID))
    refuses(.wrongSignature) { _ = try authenticate(response) { $0.isUserIdentified = true } }
    refuses(.wrongCredentialID) {
      _ = try authenticate(authenticator.authenticate(), record: record { $0.id = [1] })
    }
    refuses(.credentialNotAllowed) {
      _ = try authenticate(authenticator.authenticate()) { $0.allowCredentials = [[1]] }
    }
  }

  // MARK: 40

  @Test func `40 - id must be rawId`() throws {
    var response = try authenticator.authenticate()
    response["id"] = "AQ"
    refuses(.wrongCredentialID) { _ = try authenticate(response) }
    var registration = try authenticator.register()
    registration["id"] = "AQ"
    registration["rawId"] = "AQ"
    refuses(.wrongCredentialID) { _ = try register(registration) }
  }

  @Test func `40 - frames of other origins are refused unless they are expected`() throws {
    let framed = try changed { $0.clientMembers = ["crossOrigin": true] }.authenticate()
    let named = try changed { $0.clientMembers = ["crossOrigin": true, "topOrigin": "https://top.example"] }
      .authenticate()
    let odd = try changed { $0.clientMembers = ["topOrigin": "https://top.example"] }.authenticate()
    for response in [framed, named, odd] {
      refuses(.crossOriginNotAllowed) { _ = try authenticate(response) }
    }
    let top = try party(frames: .within([try #require(WebOrigin("https://top.example"))]))
    _ = try authenticate(named, party: top)
    refuses(.wrongTopOrigin) { _ = try authenticate(framed, party: top) }
    let evil = try changed {
      $0.clientMembers = ["crossOrigin": true, "topOrigin": "https://top.example.evil.example"]
    }.authenticate()
    refuses(.wrongTopOrigin) { _ = try authenticate(evil, party: top) }
    let anywhere = try party(frames: .anywhere)
    for response in [framed, named, evil] { _ = try authenticate(response, party: anywhere) }
    // Clients name the top-level page of a frame only.
    let unframed = try changed {
      $0.clientMembers = ["crossOrigin": false, "topOrigin": "https://top.example"]
    }.authenticate()
    for party in [top, anywhere] {
      refuses(.wrongTopOrigin) { _ = try authenticate(odd, party: party) }
      refuses(.wrongTopOrigin) { _ = try authenticate(unframed, party: party) }
    }
    _ = try authenticate(changed { $0.clientMembers = ["crossOrigin": false] }.authenticate())
  }

  @Test func `40 - origins are compared by scheme, host and port, and suffixes only at a dot`() throws {
    for origin in [
      "http://example.org", "https://example.org:8443", "https://www.example.org",
      "https://example.org.evil.example",
      "https://evilexample.org", "https://example.org/", "https://example.org:443",
      "https://example.org@evil.example",
      "https://Example.org", "HTTPS://example.org", "https://example.org.", "https:example.org",
      "example.org", "null", "",
      "https://", "https://exam\u{FF50}le.org", "https://example.org\u{0}", "https://ex\u{E4}mple.org",
    ] {
      let response = try changed { $0.origin = origin }.authenticate()
      refuses(.wrongOrigin, origin) { _ = try authenticate(response) }
    }
    let subdomains = try party(origins: [], allowsSubdomains: true)
    for (origin, isExpected) in [
      ("https://example.org", true), ("https://a.example.org", true), ("https://a.b.example.org", true),
      ("https://evilexample.org", false), ("https://example.org.evil.example", false),
      ("http://a.example.org", false),
      ("https://a.example.org:8443", false), ("https://.example.org", false),
    ] {
      #expect(subdomains.expects(origin: origin) == isExpected, "\(origin)")
    }
    let apps = try party(origins: ["android:apk-key-hash:abc", "https://example.de"])
    #expect(apps.expects(origin: "android:apk-key-hash:abc") && apps.expects(origin: "https://example.de"))
    #expect(
      !apps.expects(origin: "android:apk-key-hash:ABC") && !apps.expects(origin: "android:apk-key-hash:abcd"))
    #expect(apps.relatedOrigins == ["origins": ["https://example.de"]])
    #expect(try party().relatedOrigins == nil)
    for (id, origins) in [
      ("https://example.org", []), ("example.org:443", []), ("Example.org", []), ("127.0.0.1", []), ("", []),
      ("example..org", []), ("-a.org", []),
    ] as [(String, [String])] {
      refuses(.invalidRelyingPartyID, id) { _ = try RelyingParty(id: id, origins: origins) }
    }
    for origin in [
      "https://example.org/a", "ftp://example.org", "javascript:alert(1)", "data:x", "file:///x", "*", "",
    ] {
      refuses(.invalidOrigin, origin) { _ = try party(origins: [origin]) }
    }
    _ = try RelyingParty(id: "localhost", origins: ["http://localhost:5000"])
  }

  @Test func `40 - a challenge of another ceremony is refused by the type of the ceremony`() throws {
    let response = try authenticator.authenticate(type: "webauthn.create")
    refuses(.wrongCeremony) { _ = try authenticate(response) }
    refuses(.malformedResponse) { _ = try register(authenticator.authenticate()) }
    refuses(.malformedResponse) { _ = try authenticate(authenticator.register()) }
    let attested = try authenticator.authenticate(attested: authenticator.attestedCredential())
    refuses(.malformedAuthenticatorData) { _ = try authenticate(attested) }
  }

  @Test func `copies of the attestation object's parts must agree with it`() throws {
    let good = try authenticator.register()
    func with(_ name: String, _ value: JSONValue) -> JSONObject {
      var inner = good["response"]?.object ?? [:]
      inner[name] = value
      var response = good
      response["response"] = .object(inner)
      return response
    }
    let data = authenticator.authenticatorData(attested: authenticator.attestedCredential())
    let spki = DER.sequence(
      DER.sequence(
        DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1)),
        DER.oid(ASN1ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7))),
      DER.bits(authenticator.key.point))
    _ = try register(with("authenticatorData", .string(Base64URL.encode(data))))
    _ = try register(with("publicKeyAlgorithm", -7))
    _ = try register(with("publicKey", .string(Base64URL.encode(spki))))
    refuses(.malformedResponse) {
      _ = try register(with("authenticatorData", .string(Base64URL.encode(data + [0]))))
    }
    refuses(.malformedResponse) { _ = try register(with("publicKeyAlgorithm", -257)) }
    for wrong in [spki.dropLast() + [spki[spki.count - 1] ^ 1], spki + [0], []] as [[UInt8]] {
      refuses(.malformedResponse) { _ = try register(with("publicKey", .string(Base64URL.encode(wrong)))) }
    }
  }

  @Test func `an enforced protection of the credential must be granted`() throws {
    let wanted = RegistrationExtensions(
      credentialProtection: .userVerificationRequired, enforcesCredentialProtection: true)
    let weak = try changed { $0.extensions = ["credProtect": 2] }.register()
    let strong = try changed { $0.extensions = ["credProtect": 3] }.register()
    refuses(.extensionRefused) { _ = try register(authenticator.register()) { $0.extensions = wanted } }
    refuses(.extensionRefused) { _ = try register(weak) { $0.extensions = wanted } }
    #expect(
      try register(strong) { $0.extensions = wanted }.extensions.credentialProtection
        == .userVerificationRequired)
    refuses(.malformedAuthenticatorData) {
      _ = try register(changed { $0.extensions = ["credProtect": 4] }.register())
    }
    refuses(.malformedAuthenticatorData) { _ = try register(changed { $0.extensions = [1: 2] }.register()) }
  }
}

import BinaryEncodings
import Encodings
import Testing
import WebAuthn

@Suite("WebAuthn L3 §5.1: JSON forms")
struct WebAuthnOptionsTests {
  @Test func `creation options have the standard's members and round-trip`() throws {
    let options = RegistrationOptions(
      relyingPartyID: "example.org", relyingPartyName: "Example",
      user: .init(id: [1, 2, 3], name: "alice@example.org", displayName: "Alice"), challenge: [0xff, 0xfe],
      algorithms: [.es256, .rs256], timeout: 60_000,
      excludeCredentials: [CredentialDescriptor(id: [9], transports: ["usb", "nfc"])],
      authenticatorAttachment: .crossPlatform, residentKey: .required, userVerification: .required,
      hints: ["security-key"], attestation: .direct, attestationFormats: [.packed],
      extensions: RegistrationExtensions(
        credProps: true, credentialProtection: .userVerificationRequired, enforcesCredentialProtection: true,
        appidExclude: "https://example.org/u2f", largeBlob: .preferred,
        prf: PRFInputs(eval: PRFValues(first: [1]))))
    let expected: JSONValue = [
      "rp": ["name": "Example", "id": "example.org"],
      "user": ["id": "AQID", "name": "alice@example.org", "displayName": "Alice"], "challenge": "__4",
      "pubKeyCredParams": [["type": "public-key", "alg": -7], ["type": "public-key", "alg": -257]],
      "timeout": 60000,
      "excludeCredentials": [["type": "public-key", "id": "CQ", "transports": ["usb", "nfc"]]],
      "authenticatorSelection": [
        "authenticatorAttachment": "cross-platform", "residentKey": "required", "requireResidentKey": true,
        "userVerification": "required",
      ], "hints": ["security-key"], "attestation": "direct", "attestationFormats": ["packed"],
      "extensions": [
        "credProps": true, "credentialProtectionPolicy": "userVerificationRequired",
        "enforceCredentialProtectionPolicy": true, "appidExclude": "https://example.org/u2f",
        "largeBlob": ["support": "preferred"], "prf": ["eval": ["first": "AQ"]],
      ],
    ]
    #expect(.object(options.json) == expected)
    #expect(try RegistrationOptions(expected) == options)
    let expectations = RegistrationExpectations(options)
    #expect(expectations.algorithms == [.es256, .rs256] && expectations.userVerification == .required)
  }

  @Test func `request options have the standard's members and round-trip`() throws {
    let options = AuthenticationOptions(
      challenge: [1], relyingPartyID: "example.org", allowCredentials: [CredentialDescriptor(id: [9])],
      timeout: 1, userVerification: .discouraged, hints: ["hybrid"],
      extensions: AuthenticationExtensions(
        largeBlob: .write([1, 2]),
        prf: PRFInputs(evalByCredential: [[9]: PRFValues(first: [1], second: [2])])))
    let expected: JSONValue = [
      "challenge": "AQ", "allowCredentials": [["type": "public-key", "id": "CQ"]],
      "userVerification": "discouraged",
      "hints": ["hybrid"], "timeout": 1, "rpId": "example.org",
      "extensions": [
        "largeBlob": ["write": "AQI"], "prf": ["evalByCredential": ["CQ": ["first": "AQ", "second": "Ag"]]],
      ],
    ]
    #expect(.object(options.json) == expected)
    #expect(try AuthenticationOptions(expected) == options)
  }

  @Test func `missing optional members have the standard's defaults, and unknown values count as missing`()
    throws
  {
    let options = try RegistrationOptions([
      "rp": ["name": "E"], "user": ["id": "AQ", "name": "a", "displayName": ""], "challenge": "AQ",
      "pubKeyCredParams": [], "attestation": "later", "authenticatorSelection": ["userVerification": "later"],
    ])
    #expect(options.attestation == .none && options.userVerification == .preferred)
    #expect(options.residentKey == .discouraged && options.relyingPartyID == nil)
    let request = try AuthenticationOptions(["challenge": "AQ"])
    #expect(request.allowCredentials.isEmpty && request.userVerification == .preferred)
  }

  @Test func `malformed options are refused`() throws {
    let creation: JSONObject = [
      "rp": ["name": "E"], "user": ["id": "AQ", "name": "a", "displayName": ""], "challenge": "AQ",
      "pubKeyCredParams": [],
    ]
    let changes: [(String, JSONValue?)] = [
      ("rp", nil), ("rp", ["id": "x"]), ("user", nil), ("user", ["id": "=", "name": "a", "displayName": ""]),
      ("challenge", nil), ("challenge", "a+b="), ("challenge", 1), ("pubKeyCredParams", [["alg": -7]]),
      ("pubKeyCredParams", [["type": "public-key"]]), ("pubKeyCredParams", [1]), ("timeout", -1),
      ("timeout", 4_294_967_296), ("excludeCredentials", [["id": "AQ"]]), ("hints", [1]),
      ("extensions", ["credentialProtectionPolicy": "x"]), ("extensions", ["prf": ["eval": [:]]]),
    ]
    for (name, value) in changes {
      var changed = creation
      changed[name] = value
      #expect(
        throws: WebAuthnError(code: .malformedResponse, reason: ""), "\(name) \(String(describing: value))"
      ) {
        try RegistrationOptions(.object(changed))
      }
    }
    for json: JSONValue in [
      [:], ["challenge": "AQ", "extensions": ["largeBlob": ["read": true, "write": "AQ"]]],
      ["challenge": "AQ", "allowCredentials": [["type": "x", "id": "AQ"]]], .null, [],
    ] {
      #expect(throws: WebAuthnError(code: .malformedResponse, reason: "")) { try AuthenticationOptions(json) }
    }
  }

  @Test func `outputs of extensions are read, and unknown ones are kept`() throws {
    let vector = try #require(try WebAuthnVectors.registrations().first { $0.name.hasSuffix("none-es256") })
    var json = vector.response
    json["clientExtensionResults"] = [
      "credProps": ["rk": true], "largeBlob": ["supported": true], "appidExclude": true,
      "prf": ["enabled": true, "results": ["first": "AQ"]], "other": 1,
    ]
    let outputs = try RegistrationResponse(.object(json)).extensions
    #expect(
      outputs.isDiscoverable == true && outputs.largeBlobSupported == true && outputs.appidExclude == true)
    #expect(
      outputs.prfEnabled == true && outputs.prfResults == PRFValues(first: [1])
        && outputs.client["other"] == 1)
    let assertion = try #require(
      try WebAuthnVectors.authentications().first { $0.name.hasSuffix("none-es256") })
    json = assertion.response
    json["clientExtensionResults"] = [
      "largeBlob": ["blob": "AQI", "written": false], "prf": ["results": ["first": "AQ", "second": "Ag"]],
    ]
    let results = try AuthenticationResponse(.object(json)).extensions
    #expect(results.largeBlob == [1, 2] && results.largeBlobWritten == false)
    #expect(results.prfResults == PRFValues(first: [1], second: [2]))
    for wrong: JSONValue in [
      ["credProps": 1], ["prf": ["results": [:]]], ["largeBlob": ["supported": "yes"]], [],
    ] {
      json = vector.response
      json["clientExtensionResults"] = wrong
      #expect(throws: WebAuthnError(code: .malformedResponse, reason: "")) {
        try RegistrationResponse(.object(json))
      }
    }
  }

  @Test func `AAGUIDs have their text form`() throws {
    let aaguid = try #require(AAGUID("f8a011f3-8c0a-4d15-8006-17111f9edc7d"))
    #expect(aaguid.description == "f8a011f3-8c0a-4d15-8006-17111f9edc7d" && !aaguid.isUnknown)
    for text in [
      "", "f8a011f38c0a4d15800617111f9edc7d", "f8a011f3-8c0a-4d15-8006-17111f9edc7",
      "0x000000-0000-0000-0000-000000000000",
    ] {
      #expect(AAGUID(text) == nil, "\(text)")
    }
  }
}

/// The inputs that fuzzing has found to reach different code; see `scripts/fuzz`.
@Suite("WebAuthn: the corpus of fuzzing")
struct FuzzCorpusTests {
  @Test func `every input is parsed or refused without a trap`() throws {
    var counts: [String: Int] = [:]
    for (target, bytes) in try fuzzCorpus() {
      counts[target, default: 0] += 1
      switch target {
      case "cbor":
        guard let value = try? CBOR.decode(bytes) else { continue }
        let encoded = CBOR.encode(value)
        #expect(try CBOR.encode(CBOR.decode(encoded)) == encoded)
      case "authenticator-data":
        guard let data = try? AuthenticatorData(parsing: bytes) else { continue }
        #expect(data.bytes == bytes)
      case "attestation-object":
        guard let object = try? AttestationObject(parsing: bytes) else { continue }
        _ = try? AttestationStatement(object.statement, format: object.format)
      case "certificate":
        guard let certificate = try? Certificate(der: bytes) else { continue }
        #expect(certificate.der == bytes)
        _ = try? certificate.androidKeyDescription()
        _ = try? certificate.alternativeNames()
      default:
        guard let data = try? CollectedClientData(parsing: bytes) else { continue }
        #expect(data.bytes == bytes)
      }
    }
    #expect(counts.count == 5 && counts.values.allSatisfy { $0 >= 20 })
  }
}

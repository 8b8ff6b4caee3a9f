import BinaryEncodings
import Encodings
import Sampling
import Testing
import WebAuthn
import WebAuthnSignatures

/// Changes of the published ceremonies. Each must be refused with a typed error.
@Suite("WebAuthn L3 §7: changed ceremonies")
struct WebAuthnMutationTests {
  let harness: WebAuthnHarness

  init() throws { harness = try WebAuthnHarness() }

  private static func valid(_ vectors: [WebAuthnVector]) -> [WebAuthnVector] {
    vectors.filter { vector in
      vector.isValid && !WebAuthnVectorTests.unsupported.contains(vector.algorithm ?? 0)
        && !WebAuthnVectorTests.invalidAttestations.contains { vector.name.hasSuffix($0) }
    }
  }

  static func registrations() throws -> [WebAuthnVector] { valid(try WebAuthnVectors.registrations()) }
  static func authentications() throws -> [WebAuthnVector] { valid(try WebAuthnVectors.authentications()) }

  static func bytes(_ vector: WebAuthnVector, _ name: String) throws -> [UInt8] {
    try Base64URL.decode(JSONObjectReader(vector.response).requiredObject("response").requiredString(name))
  }

  static func replacing(
    _ name: String, of vector: WebAuthnVector, with bytes: [UInt8]
  ) -> WebAuthnVector {
    var vector = vector
    var response = vector.response["response"]?.object ?? [:]
    response[name] = .string(Base64URL.encode(bytes))
    vector.response["response"] = .object(response)
    return vector
  }

  private func refuses(_ vector: WebAuthnVector, _ comment: String) {
    #expect(throws: WebAuthnError.self, "\(vector.name): \(comment)") {
      if vector.publicKey.isEmpty || vector.format != nil && vector.response["response"]?["signature"] == nil
      {
        _ = try harness.register(vector)
      } else {
        _ = try harness.authenticate(vector)
      }
    }
  }

  // MARK: The JSON form and the expectations

  private static func set(_ vector: inout WebAuthnVector, _ name: String, _ value: JSONValue?) {
    var response = vector.response["response"]?.object ?? [:]
    response[name] = value
    vector.response["response"] = .object(response)
  }

  /// Changes of a response and of what it is verified against.
  private static func changes(_ vector: WebAuthnVector) -> [(String, (inout WebAuthnVector) -> Void)] {
    var changes: [(String, (inout WebAuthnVector) -> Void)] = [
      ("another challenge", { $0.challenge[0] ^= 1 }), ("a longer challenge", { $0.challenge.append(0) }),
      ("an empty challenge", { $0.challenge = [] }), ("another RP ID", { $0.relyingPartyID = "example.com" }),
      ("another origin", { $0.origins = ["https://evil.example"] }), ("no origin", { $0.origins = [] }),
      (
        "another port",
        { $0.origins = $0.origins.map { $0.hasPrefix("http") ? "https://example.org:8443" : "a:b" } }
      ),
      ("another id", { $0.response["id"] = "AAAA" }), ("another rawId", { $0.response["rawId"] = "AAAA" }),
      ("no id", { $0.response["id"] = nil }), ("no rawId", { $0.response["rawId"] = nil }),
      ("padding", { $0.response["id"] = .string(($0.response["id"]?.string ?? "") + "=") }),
      ("another type", { $0.response["type"] = "password" }), ("no type", { $0.response["type"] = nil }),
      ("no response", { $0.response["response"] = nil }),
      ("a null response", { $0.response["response"] = .null }),
      ("extension outputs of a wrong type", { $0.response["clientExtensionResults"] = "x" }),
      (
        "a credential id of 1024 bytes",
        { vector in
          let id = JSONValue.string(Base64URL.encode([UInt8](repeating: 1, count: 1024)))
          vector.response["id"] = id
          vector.response["rawId"] = id
        }
      ),
    ]
    for (name, _) in vector.response["response"]?.object ?? [:] {
      if !["transports", "userHandle"].contains(name) {
        changes.append(("no \(name)", { set(&$0, name, nil) }))
        changes.append(("an empty \(name)", { set(&$0, name, "") }))
        changes.append(("\(name) as a number", { set(&$0, name, 1) }))
        changes.append(("a null \(name)", { set(&$0, name, .null) }))
        changes.append(("\(name) that is not base64url", { set(&$0, name, "+/==") }))
      }
    }
    return changes
  }

  @Test("Every changed member of a registration is refused", arguments: try registrations())
  func registrationMembers(_ vector: WebAuthnVector) throws {
    for (name, change) in Self.changes(vector) {
      var changed = vector
      change(&changed)
      refuses(changed, name)
    }
  }

  @Test("Every changed member of an authentication is refused", arguments: try authentications())
  func authenticationMembers(_ vector: WebAuthnVector) throws {
    for (name, change) in Self.changes(vector) {
      var changed = vector
      change(&changed)
      refuses(changed, name)
    }
    // The key of every other vector is refused.
    for other in try Self.authentications() where other.publicKey != vector.publicKey {
      var changed = vector
      changed.publicKey = other.publicKey
      refuses(changed, "the key of \(other.name)")
    }
  }

  // MARK: Client data

  /// Client data with one member changed.
  private static func clientDataChanges() -> [(String, (inout JSONObject) -> Void)] {
    [
      ("the other type", { $0["type"] = $0["type"] == "webauthn.get" ? "webauthn.create" : "webauthn.get" }),
      ("no type", { $0["type"] = nil }), ("a number as type", { $0["type"] = 1 }),
      ("a payment", { $0["type"] = "payment.get" }), ("no challenge", { $0["challenge"] = nil }),
      ("an empty challenge", { $0["challenge"] = "" }),
      ("a padded challenge", { $0["challenge"] = .string(($0["challenge"]?.string ?? "") + "=") }),
      ("no origin", { $0["origin"] = nil }), ("another origin", { $0["origin"] = "https://evil.example" }),
      ("a longer host", { $0["origin"] = .string(($0["origin"]?.string ?? "") + ".evil.example") }),
      ("a path", { $0["origin"] = .string(($0["origin"]?.string ?? "") + "/") }),
      ("capital letters", { $0["origin"] = .string(($0["origin"]?.string ?? "").uppercased()) }),
      ("a frame", { $0["crossOrigin"] = "true" }),
      ("another page", { $0["topOrigin"] = "https://evil.example/" }),
      ("a number as page", { $0["topOrigin"] = 1 }),
    ]
  }

  @Test(
    "§5.8.1: every changed member of the client data is refused, also without a signature",
    arguments: try registrations() + authentications())
  func clientData(_ vector: WebAuthnVector) throws {
    let bytes = try Self.bytes(vector, "clientDataJSON")
    let original = try #require(try JSONParser.parse(bytes).object)
    for (name, change) in Self.clientDataChanges() {
      var members = original
      change(&members)
      refuses(Self.replacing("clientDataJSON", of: vector, with: members.serialized()), name)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for (name, changed) in [
      ("a duplicate member", "{\"type\":\"webauthn.get\"," + text.dropFirst()), ("an array", "[\(text)]"),
      ("trailing text", text + "{}"), ("a truncated object", String(text.dropLast())), ("nothing", ""),
      ("depth", "{\"x\":" + String(repeating: "[", count: 10_000)),
      ("size", "{\"x\":\"" + String(repeating: "a", count: 40_000) + "\"," + text.dropFirst()),
    ] {
      refuses(Self.replacing("clientDataJSON", of: vector, with: Array(changed.utf8)), name)
    }
    refuses(
      Self.replacing("clientDataJSON", of: vector, with: bytes.dropLast(3) + [0xff] + bytes.suffix(3)),
      "bytes")
  }

  // MARK: Signed bytes

  @Test("§7.2 step 21: every changed byte of an authentication is refused", arguments: try authentications())
  func authenticationBytes(_ vector: WebAuthnVector) throws {
    for name in ["authenticatorData", "signature", "clientDataJSON"] {
      let bytes = try Self.bytes(vector, name)
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 1 << (place % 8)
        refuses(Self.replacing(name, of: vector, with: changed), "\(name) byte \(place)")
      }
      refuses(Self.replacing(name, of: vector, with: bytes + [0]), "a longer \(name)")
      for length in stride(from: 0, to: bytes.count, by: 7) {
        refuses(Self.replacing(name, of: vector, with: Array(bytes[..<length])), "\(name) of \(length) bytes")
      }
    }
  }

  /// The attestation object of a registration, and the start of its authenticator data.
  static func object(_ vector: WebAuthnVector) throws -> (bytes: [UInt8], start: Int) {
    let bytes = try bytes(vector, "attestationObject")
    return (bytes, try authenticatorData(bytes).start)
  }

  /// The position of the authenticator data in an attestation object.
  private static func authenticatorData(_ object: [UInt8]) throws -> (start: Int, count: Int) {
    let data = try AttestationObject(parsing: object).authenticatorData.bytes
    return (try #require(object.indices.first { object[$0...].starts(with: data) }), data.count)
  }

  /// The bytes that no signature covers: the counter and the AAGUID in `fido-u2f`, which U2F does not have (§8.6).
  private static func unsigned(_ vector: WebAuthnVector, _ object: [UInt8]) throws -> Range<Int> {
    guard vector.format == "fido-u2f" else { return 0..<0 }
    let start = try authenticatorData(object).start
    return start + 33..<start + 53
  }

  /// The W3C's vectors have a root, which detects the changes of certificates too.
  private func trustingHarness() throws -> WebAuthnHarness {
    var harness = harness
    harness.attestation.trust = .anchors(try TrustAnchors(certificates: [WebAuthnVectors.w3cRoot()]))
    return harness
  }

  @Test(
    "§7.1 step 22: every changed byte of an attestation object of the W3C is refused",
    arguments: CaseSample.of(
      try registrations().filter { $0.name.hasPrefix("W3C") && $0.format != "none" }, oneIn: 4))
  func attestationBytes(_ vector: WebAuthnVector) throws {
    let harness = try trustingHarness()
    _ = try harness.register(vector)
    let bytes = try Self.bytes(vector, "attestationObject")
    let unsigned = try Self.unsigned(vector, bytes)
    for place in bytes.indices where !unsigned.contains(place) {
      var changed = bytes
      changed[place] ^= 1 << (place % 8)
      #expect(throws: WebAuthnError.self, "byte \(place)") {
        try harness.register(Self.replacing("attestationObject", of: vector, with: changed))
      }
    }
    let clientData = try Self.bytes(vector, "clientDataJSON")
    for place in clientData.indices {
      var changed = clientData
      changed[place] ^= 1 << (place % 8)
      #expect(throws: WebAuthnError.self, "client data byte \(place)") {
        try harness.register(Self.replacing("clientDataJSON", of: vector, with: changed))
      }
    }
  }

  @Test(
    "§7.1 step 22: every changed byte of signed authenticator data is refused",
    arguments: CaseSample.of(try registrations().filter { $0.format != "none" }, oneIn: 4))
  func authenticatorDataBytes(_ vector: WebAuthnVector) throws {
    let bytes = try Self.bytes(vector, "attestationObject")
    let (start, count) = try Self.authenticatorData(bytes)
    let unsigned = try Self.unsigned(vector, bytes)
    for place in start..<start + count where !unsigned.contains(place) {
      var changed = bytes
      changed[place] ^= 1 << (place % 8)
      refuses(Self.replacing("attestationObject", of: vector, with: changed), "byte \(place - start)")
    }
    for length in stride(from: 0, to: bytes.count, by: 97) {
      refuses(
        Self.replacing("attestationObject", of: vector, with: Array(bytes[..<length])), "\(length) bytes")
    }
  }

  @Test(
    "Changed statements of every format neither trap nor verify with other bytes",
    arguments: try registrations())
  func statements(_ vector: WebAuthnVector) throws {
    let object = try #require(try CBOR.decode(Self.bytes(vector, "attestationObject")).map)
    let statement = object["attStmt"] ?? .null
    func refused(_ change: CBORValue, _ name: String, format: String? = nil) {
      let changed: CBORValue = [
        "fmt": .text(format ?? object["fmt"]?.text ?? ""), "attStmt": change,
        "authData": object["authData"] ?? .null,
      ]
      refuses(Self.replacing("attestationObject", of: vector, with: CBOR.encode(changed)), name)
    }
    let format = object["fmt"]?.text
    for other in ["none", "packed", "tpm", "android-key", "fido-u2f", "apple", "compound", "None", "", "x"]
    where other != format && !(format == "android-key" && other == "packed" && vector.name.hasPrefix("W3C")) {
      // The W3C's certificate of android-key meets the rules of packed too, and both sign the same bytes.
      refused(statement, "the format \(other)", format: other)
    }
    for wrong: CBORValue in [.null, "x", 1, .array([]), .bytes([])] {
      refused(wrong, "a statement of a wrong type")
    }
    guard let members = statement.map else { return }
    refused(.map(CBORMap(members.entries.map { ($0.key, $0.value) } + [("x", 1)])), "one more member")
    for entry in members.entries {
      let others = members.entries.filter { $0.key != entry.key }.map { ($0.key, $0.value) }
      let name = entry.key.text ?? ""
      if !(name == "ver" && format == "android-safetynet") {
        for wrong: CBORValue in [
          .null, 7, "x", .bytes([]), .array([]), .bytes([0xff]), .array([.bytes([0x30])]),
        ] {
          refused(.map(CBORMap(others + [(entry.key, wrong)])), "\(name) \(wrong)")
        }
      }
      // Early versions of iOS add alg, so it may be missing.
      if !(name == "alg" && format == "apple") { refused(.map(CBORMap(others)), "no \(name)") }
      if var bytes = entry.value.bytes {
        bytes[bytes.count / 2] ^= 1
        refused(.map(CBORMap(others + [(entry.key, .bytes(bytes))])), "changed \(name)")
        refused(.map(CBORMap(others + [(entry.key, .bytes(bytes + [0]))])), "longer \(name)")
      }
    }
  }
}

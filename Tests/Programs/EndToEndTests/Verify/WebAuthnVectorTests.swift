import Encodings
import Testing

@Suite("doorward verify: WebAuthn, by the vectors")
struct WebAuthnVectorTests {
  /// A line of input, and the expected answer: `valid`, or a code.
  struct Line {
    var proof: JSONObject
    var verdict: String
    var name: String
  }

  private static func form(_ id: JSONValue?, _ response: JSONObject) -> JSONValue {
    ["id": id ?? "AQ", "rawId": id ?? "AQ", "type": "public-key", "response": .object(response)]
  }

  private static func base64(_ hex: JSONValue?) throws -> JSONValue {
    .string(Base64URL.encode(try Hex.decode(try #require(hex?.string))))
  }

  /// The algorithms that are refused by name: PS384, Ed448 and RS1.
  private static func expected(_ algorithm: JSONValue?) -> String {
    [-38, -53, -65535].contains(algorithm?.int64) ? "unsupported_algorithm" : "valid"
  }

  private static func w3c(_ ceremony: String) throws -> [Line] {
    try vectorList("webauthn/w3c_level3_test_vectors.json").map { vector in
      let values = try #require(vector[ceremony]?.object)
      var response: JSONObject = [:]
      for name in ["clientDataJSON", "attestationObject", "authenticatorData", "signature"]
      where values[name] != nil { response[name] = try base64(values[name]) }
      var proof: JSONObject = [
        "response": form(try base64(vector["registration"]?["credential_id"]), response),
        "challenge": try base64(values["challenge"]), "origin": vector["origin"] ?? .null,
        "rp_id": vector["rpId"] ?? .null, "public_key": try base64(vector["credentialPublicKeyCose"]),
        "top_origin": vector["topOrigin"] ?? .null, "cross_origin": vector["crossOrigin"] ?? .null,
      ]
      if ceremony == "registration" { proof["public_key"] = nil }
      return Line(proof: proof, verdict: expected(vector["coseAlg"]), name: vector["id"]?.string ?? "")
    }
  }

  private static func pyWebAuthn(_ ceremony: String) throws -> [Line] {
    try vectorList("webauthn/py_webauthn.json").compactMap { vector in
      guard vector["ceremony"]?.string == ceremony else { return nil }
      let refusal = ceremony == "registration" ? "malformed_attestation_object" : "wrong_signature"
      return Line(
        proof: [
          "response": vector["credential"] ?? .null, "challenge": vector["expectedChallenge"] ?? .null,
          "origin": vector["expectedOrigin"] ?? .null, "rp_id": vector["expectedRpId"] ?? .null,
          "public_key": vector["credentialPublicKeyCose"] ?? .null,
          "sign_count": vector["storedSignCount"] ?? .null,
          "user_verification": vector["requireUserVerification"] == true ? "required" : "preferred",
        ], verdict: vector["expect"] == "ok" ? "valid" : refusal, name: vector["name"]?.string ?? "")
    }
  }

  private static func simpleRegistrations() throws -> [Line] {
    try vectorList("webauthn/simplewebauthn_registrations.json").map { vector in
      let name = vector["name"]?.string ?? ""
      // Certificates for another AAGUID, which upstream refuses too.
      let isOther = ["AttestationPacked.test.ts:87", "AttestationTPM.test.ts:271"].contains {
        name.hasSuffix($0)
      }
      let isSafetyNet = vector["fmt"] == "android-safetynet"
      return Line(
        proof: [
          "response": form(
            vector["credentialId"],
            [
              "clientDataJSON": vector["clientDataJSON"] ?? .null,
              "attestationObject": vector["attestationObject"] ?? .null,
            ]), "challenge": vector["challenge"] ?? .null, "origin": vector["origin"] ?? .null,
          "rp_id": vector.present("rpId") ?? "try-webauthn.appspot.com",
        ],
        verdict: isOther
          ? "invalid_attestation" : isSafetyNet ? "attestation_not_allowed" : expected(vector["coseAlg"]),
        name: name)
    }
  }

  private func expect(_ kind: String, _ lines: [Line]) async throws -> [JSONValue] {
    let answers = try await verify(kind, lines.map { .object($0.proof) })
    for (line, answer) in zip(lines, answers) {
      #expect(verdict(answer) == line.verdict, "\(line.name): \(answer)")
    }
    return answers
  }

  @Test func `each registration has its result, and an answer for the store`() async throws {
    let lines = try Self.pyWebAuthn("registration") + Self.simpleRegistrations() + Self.w3c("registration")
    #expect(lines.count == 48)
    let answers = try await expect("webauthn-registration", lines)
    let safetyNet = lines.filter { $0.verdict == "attestation_not_allowed" }.map { line -> JSONValue in
      var proof = line.proof
      proof["formats"] = ["android-safetynet"]
      return .object(proof)
    }
    let accepted = try await verify("webauthn-registration", safetyNet)
    // One device does not pass Android's compatibility tests.
    #expect(accepted.map(verdict) == ["invalid_attestation", "valid", "valid"])
    let first = try #require(answers.first { $0["valid"] == true })
    #expect(first["algorithm"] == "ES256" && first["attestation"]?["format"] == "none")
  }

  @Test func `each authentication has its result`() async throws {
    let assertions = try vectorList("webauthn/simplewebauthn_assertions.json").map { vector in
      Line(
        proof: [
          "response": Self.form(
            nil,
            [
              "clientDataJSON": vector["clientDataJSON"] ?? .null,
              "authenticatorData": vector["authenticatorData"] ?? .null,
              "signature": vector["signature"] ?? .null,
            ]), "challenge": vector["challenge"] ?? .null, "origin": vector["origin"] ?? .null,
          "rp_id": vector["rpId"] ?? .null, "public_key": vector["credentialPublicKeyCose"] ?? .null,
          "sign_count": .integer(max(0, (vector["storedSignCount"]?.int64 ?? 0) - 1)),
        ], verdict: "valid", name: vector["name"]?.string ?? "")
    }
    let lines = try Self.pyWebAuthn("authentication") + assertions + Self.w3c("authentication")
    #expect(lines.count == 21)
    _ = try await expect("webauthn-authentication", lines)
  }

  @Test func `roots decide whether an attestation is trusted`() async throws {
    let file = try vectorFile("webauthn/w3c_level3_test_vectors.json")
    let root = Base64.encode(
      try Hex.decode(try #require(file["attestationRoot"]?["attestation_ca_cert"]?.string)))
    let lines = try Self.w3c("registration").filter { $0.name.contains("es256") && $0.verdict == "valid" }
    let answers = try await verify(
      "webauthn-registration",
      lines.map { line in
        var proof = line.proof
        proof["roots"] = [.string(root)]
        return .object(proof)
      })
    #expect(Set(answers.compactMap { $0["attestation"]?["trust"]?.string }) == ["trusted"])
    // Without a certificate, nothing leads to a root: those without attestation, and self attestation.
    let withoutCertificate = zip(lines, answers).filter { line, _ in
      line.name.contains("none") || line.name.contains("self")
    }
    #expect(!withoutCertificate.isEmpty)
    #expect(withoutCertificate.allSatisfy { verdict($0.1) == "attestation_not_allowed" })
    let packed = try #require(lines.first { $0.name == "sctn-test-vectors-packed-es256" })
    var proof = packed.proof
    proof["roots"] = []
    var late = packed.proof
    late["roots"] = [.string(root)]
    late["time"] = "3025-01-01T00:00:00Z"
    let refused = try await verify("webauthn-registration", [.object(proof), .object(late)])
    #expect(refused.map(verdict) == ["untrusted_attestation", "untrusted_attestation"])
  }

  @Test func `the expectations of the proof are checked`() async throws {
    let vector = try #require(try Self.w3c("authentication").first { $0.name.hasSuffix("none-es256") })
    let changes: [(String, JSONValue?, String)] = [
      ("challenge", "AAAA", "wrong_challenge"), ("origin", "https://example.com", "wrong_origin"),
      ("rp_id", "example.com", "wrong_rp_id"), ("user_verification", "required", "user_not_verified"),
      ("user_handle", "AQ", "missing_user_handle"), ("sign_count", 1, "possible_clone"),
      ("credential_id", "AQ", "wrong_credential_id"),
      ("backup_eligible", false, "backup_eligibility_changed"),
      ("public_key", nil, "missing_member"), ("public_key", "AQ", "malformed_public_key"),
      ("top_origin", "example.org", "wrong_type"), ("user_verification", "maybe", "wrong_type"),
      ("origin", "http://example.org", "wrong_origin"),
      ("origin", "https://example.org/", "invalid_origin"), ("user_verification", true, "user_not_verified"),
      ("user_verification", false, "valid"),
      ("rp_id", "https://example.org", "invalid_rp_id"), ("sign_count", -1, "wrong_type"),
    ]
    let lines = changes.map { name, value, _ -> JSONValue in
      var proof = vector.proof
      proof[name] = value
      return .object(proof)
    }
    #expect(try await verify("webauthn-authentication", lines).map(verdict) == changes.map(\.2))
    let framed = try #require(try Self.w3c("registration").first { $0.name.hasSuffix("topOrigin") })
    var proof = framed.proof
    proof["cross_origin"] = nil
    proof["top_origin"] = nil
    #expect(
      try await verify("webauthn-registration", [.object(proof)]).map(verdict) == ["cross_origin_not_allowed"]
    )
  }
}

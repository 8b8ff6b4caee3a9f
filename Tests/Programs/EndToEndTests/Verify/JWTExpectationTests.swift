import Encodings
import Testing

@Suite("doorward verify jwt: claims and expectations")
struct JWTExpectationTests {
  static let claims =
    #"{"iss":"https://id.example","aud":["a","b"],"sub":"u","nbf":1000,"exp":2000,"iat":1000}"#

  private func line(_ token: String, _ expectations: JSONObject = ["time": 1500]) -> JSONValue {
    var line: JSONObject = ["token": .string(token), "jwks": HS256Token.keySet]
    for (name, value) in expectations { line[name] = value }
    return .object(line)
  }

  @Test func `a token that meets the expectations is valid, and its claims are returned unchanged`()
    async throws
  {
    let token = HS256Token.sign(Self.claims)
    let answers = try await verify(
      "jwt",
      [
        line(token), line(token, ["time": 1500, "issuer": "https://id.example", "audience": "b"]),
        line(token, ["time": "1970-01-01T00:25:00Z", "algorithms": ["ES256", "HS256"]]),
        // The clocks may differ by a minute.
        line(token, ["time": 2059]), line(token, ["time": 940]),
      ])
    #expect(answers.map(verdict) == Array(repeating: "valid", count: 5))
    #expect(answers.map { $0["claims"] } == Array(repeating: try JSONParser.parse(Self.claims), count: 5))
  }

  @Test func `a token that does not meet an expectation is refused with its code`() async throws {
    let token = HS256Token.sign(Self.claims)
    let answers = try await verify(
      "jwt",
      [
        line(token, [:]), line(token, ["time": 2060]), line(token, ["time": 939]),
        line(token, ["time": 1500, "issuer": "https://id.example/"]),
        line(token, ["time": 1500, "audience": "c"]),
        line(HS256Token.sign("{}"), ["issuer": "x"]), line(HS256Token.sign("{}"), ["audience": "x"]),
        line(token, ["time": 1500, "algorithms": ["ES256"]]), line(token, ["time": 1500, "algorithms": []]),
        line(token, ["time": 1500, "jwks": ["keys": []]]), line(token, ["time": 1500, "jwks": [:]]),
        line(token, ["time": 1500, "jwks": "keys"]), line(token + "A"), line("a.b"), line(""),
        line(HS256Token.sign("{}", header: ["alg": "none"])),
        line(HS256Token.sign("{}", header: ["alg": "PS512"])),
        line(HS256Token.sign("{}", header: ["alg": "HS256", "crit": ["b64"], "b64": false])),
      ])
    #expect(
      answers.map(verdict) == [
        "expired", "expired", "not_yet_valid", "wrong_issuer", "wrong_audience", "missing_claim",
        "missing_claim", "algorithm_not_allowed", "algorithm_not_allowed", "unknown_key", "malformed_key_set",
        "wrong_type", "wrong_signature", "malformed_token", "malformed_token", "algorithm_not_allowed",
        "unsupported_algorithm", "unsupported_critical_header",
      ])
  }

  // RFC 7519 §7.2 step 10 requires an object; a JWS may have any payload (RFC 7515 §3). If a token is not marked as a
  // JWT, its payload is not an object and no claim is expected, the command verifies it as a JWS and returns no
  // claims.
  @Test func `a payload that is not an object is returned as bytes, unless claims are expected`() async throws
  {
    for payload in ["", "foo", "123400", "[]", "\"{}\"", "null", "It\u{2019}s a dangerous business"] {
      let token = HS256Token.sign(payload)
      let answers = try await verify(
        "jwt",
        [
          line(token), line(token, ["issuer": "x"]), line(token, ["audience": "x"]),
          line(HS256Token.sign(payload, header: ["alg": "HS256", "typ": "JWT"])),
          line(HS256Token.sign(payload, header: ["alg": "HS256", "typ": "application/at+jwt"])),
        ])
      #expect(
        answers.map(verdict) == [
          "valid", "malformed_claims", "malformed_claims", "malformed_claims", "malformed_claims",
        ])
      #expect(answers[0] == ["valid": true, "payload": .string(Base64URL.encode([UInt8](payload.utf8)))])
    }
  }

  @Test func `a payload that begins like an object must be valid claims`() async throws {
    let payloads = [
      #"{"sub":"a","sub":"b"}"#, #"{"exp":"2999-01-01"}"#, "{", " {]", "\t\r\n{\"a\":}", "\u{FEFF}{}",
      #"{"sub":1}"#, #"{"aud":[1]}"#,
      String(repeating: #"{"a":"#, count: 64) + "1" + String(repeating: "}", count: 64),
    ]
    let answers = try await verify("jwt", payloads.map { line(HS256Token.sign($0)) })
    #expect(Set(answers.map(verdict)) == ["malformed_claims"])
  }

  @Test func `one run can use more key sets than its cache holds`() async throws {
    let token = HS256Token.sign(Self.claims)
    let lines = (0..<200).map { number -> JSONValue in
      let other: JSONValue = [
        "kty": "oct", "k": .string(Base64URL.encode([UInt8](repeating: UInt8(number), count: 32))),
      ]
      let own = HS256Token.keySet["keys"]?[0] ?? .null
      return line(
        token, ["time": 1500, "jwks": ["keys": number.isMultiple(of: 2) ? [other, own] : [other]]])
    }
    let answers = try await verify("jwt", lines)
    #expect(answers.map(verdict) == (0..<200).map { $0.isMultiple(of: 2) ? "valid" : "wrong_signature" })
  }
}

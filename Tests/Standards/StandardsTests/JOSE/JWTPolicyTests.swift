import Encodings
import JOSE
import Testing

@Suite("Token policies, RFC 7519 §4.1, RFC 9068 §4")
struct JWTPolicyTests {
  private func failure(
    _ policy: JWTPolicy, _ claims: JSONObject, header: JSONObject = ["alg": "ES256"], at seconds: Int64 = 1000
  ) throws -> JOSEError.Code? {
    policy.failure(
      header: try JWSHeader(header), claims: try JWTClaims(claims), at: Timestamp(seconds: seconds))?.code
  }

  @Test("iss is compared byte for byte")
  func issuer() throws {
    let policy = JWTPolicy.issuer("https://caf\u{e9}.example")
    #expect(try failure(policy, ["iss": "https://caf\u{e9}.example"]) == nil)
    #expect(try failure(policy, ["iss": "https://cafe\u{301}.example"]) == .wrongIssuer)
    #expect(try failure(policy, ["iss": "https://caf\u{e9}.example/"]) == .wrongIssuer)
    #expect(try failure(policy, ["iss": ""]) == .wrongIssuer)
    #expect(try failure(policy, [:]) == .missingClaim)
    #expect(try failure(.issuer(anyOf: ["a", "b"]), ["iss": "b"]) == nil)
    #expect(try failure(.issuer(anyOf: []), ["iss": "b"]) == .wrongIssuer)
  }

  @Test("aud contains the audience, alone or with others")
  func audience() throws {
    let policy = JWTPolicy.audience("api")
    #expect(try failure(policy, ["aud": "api"]) == nil)
    #expect(try failure(policy, ["aud": ["x", "api"]]) == nil)
    for audience: JSONValue in ["API", "api ", ["x"], [], "", ["x", "apis"]] {
      #expect(try failure(policy, ["aud": audience]) == .wrongAudience)
    }
    #expect(try failure(policy, [:]) == .missingClaim)
  }

  @Test(
    "exp, nbf and iat to the second, and with leeway",
    arguments: [
      (["exp": 1001], 0, nil), (["exp": 1000], 0, .expired), (["exp": 999], 0, .expired),
      (["exp": 1000], 1, nil),
      (["exp": 999], 1, .expired), (["exp": 1000.5], 0, nil), (["exp": 999.5], 0, .expired),
      (["exp": 0], 0, .expired),
      (["exp": -1], 0, .expired), (["exp": 9_007_199_254_740_993], 0, nil), (["exp": 1e300], 0, nil),
      (["exp": -1e300], 0, .expired), (["nbf": 1000], 0, nil), (["nbf": 1001], 0, .notYetValid),
      (["nbf": 1001], 1, nil),
      (["nbf": 1e300], 0, .notYetValid), (["nbf": 1000.5], 0, .notYetValid), (["iat": 1000], 0, nil),
      (["iat": 1001], 0, .issuedInFuture), (["iat": 1030], 30, nil), (["iat": 1031], 30, .issuedInFuture),
      (["exp": 1e18, "nbf": 0, "iat": 0], 0, nil), ([:], 0, nil), (["exp": 1000], -5, .expired),
      (["exp": 1000], Int64.max, nil), (["exp": 1e3], 1, nil),
    ] as [(JSONObject, Int64, JOSEError.Code?)])
  func time(claims: JSONObject, leeway: Int64, code: JOSEError.Code?) throws {
    #expect(try failure(.time(leeway: leeway), claims) == code)
  }

  @Test(
    "Clocks may differ by a minute unless a leeway says otherwise",
    arguments: [
      (["exp": 941], nil), (["exp": 940], .expired), (["nbf": 1060], nil), (["nbf": 1061], .notYetValid),
      (["iat": 1060], nil), (["iat": 1061], .issuedInFuture),
    ] as [(JSONObject, JOSEError.Code?)])
  func usualLeeway(claims: JSONObject, code: JOSEError.Code?) throws {
    #expect(try failure(.time(), claims) == code)
  }

  @Test(
    "a registered claim with the wrong type is refused for every policy",
    arguments: [
      ["exp": "1000"], ["exp": nil], ["exp": [1000]], ["exp": true], ["nbf": "0"], ["iat": [:]], ["iss": 1],
      ["iss": nil],
      ["sub": ["a"]], ["aud": 1], ["aud": [1]], ["aud": ["a", nil]], ["aud": nil], ["jti": 7],
    ] as [JSONObject])
  func kinds(claims: JSONObject) {
    #expect(throws: JOSEError(code: .malformedClaims, reason: "")) { try JWTClaims(claims) }
  }

  @Test(
    "a payload that is not an object of claims is refused",
    arguments: [
      "", "null", "[]", "\"a\"", "1", "{", #"{"iss":"a","iss":"b"}"#, #"{"exp":1e999}"#, #"{"exp":NaN}"#,
      #"{"sub":"\ud800"}"#, "{\"sub\":\"a\u{0}\"}", String(repeating: "[", count: 10_000),
    ])
  func payloads(text: String) {
    #expect(throws: JOSEError(code: .malformedClaims, reason: "")) {
      try JWTClaims(payload: Array(text.utf8))
    }
  }

  @Test("typ is a media type: case and a leading application/ are ignored")
  func type() throws {
    for type in ["at+jwt", "AT+JWT", "application/at+jwt", "Application/at+jwt"] {
      #expect(try failure(.type("at+jwt"), [:], header: ["alg": "x", "typ": .string(type)]) == nil)
    }
    for type in ["JWT", "", "at+jwt ", "text/at+jwt", "at+jwt;x=1", "id+jwt"] {
      #expect(try failure(.type("at+jwt"), [:], header: ["alg": "x", "typ": .string(type)]) == .wrongType)
    }
    #expect(try failure(.type("at+jwt"), [:]) == .wrongType)
  }

  @Test("required claims must be present and have the expected value")
  func claims() throws {
    #expect(try failure(.requires(["sub", "sid"]), ["sub": "a", "sid": "b"]) == nil)
    #expect(try failure(.requires(["sub", "sid"]), ["sub": "a"]) == .missingClaim)
    #expect(try failure(.requires(["x"]), ["x": nil]) == .missingClaim)
    #expect(try failure(.claim("client_id", equals: "app"), ["client_id": "app"]) == nil)
    #expect(try failure(.claim("client_id", equals: "app"), ["client_id": "other"]) == .wrongClaim)
    #expect(try failure(.claim("client_id", equals: "app"), [:]) == .missingClaim)
  }

  @Test("policies compose: all fails with the first error, any with the last")
  func composition() throws {
    let issuer = JWTPolicy.issuer("a")
    let audience = JWTPolicy.audience("b")
    #expect(try failure(.all([issuer, audience]), ["iss": "a", "aud": "b"]) == nil)
    #expect(try failure(.all([issuer, audience]), ["iss": "x", "aud": "x"]) == .wrongIssuer)
    #expect(try failure(.all([issuer, audience]), ["iss": "a", "aud": "x"]) == .wrongAudience)
    #expect(try failure(.any([issuer, audience]), ["iss": "x", "aud": "b"]) == nil)
    #expect(try failure(.any([issuer, audience]), ["iss": "x", "aud": "x"]) == .wrongAudience)
    #expect(try failure(.all([]), [:]) == nil)
    #expect(try failure(.any([]), [:]) == .wrongClaim)
    let own = JWTPolicy { _, claims, _ in
      claims.subject == nil
        ? JOSEError(code: .init(rawValue: "no_subject"), reason: "the token has no subject") : nil
    }
    #expect(try failure(own, [:])?.rawValue == "no_subject")
  }

  @Test("an access token has all claims that RFC 9068 §2.2 requires")
  func accessToken() throws {
    let policy = JWTPolicy.accessToken(issuer: "i", audience: "a")
    let whole: JSONObject = [
      "iss": "i", "aud": "a", "exp": 2000, "iat": 900, "sub": "u", "client_id": "c", "jti": "j",
    ]
    let header: JSONObject = ["alg": "ES256", "typ": "at+jwt"]
    #expect(try failure(policy, whole, header: header) == nil)
    #expect(try failure(policy, whole) == .wrongType)
    for name in whole.keys {
      var part = whole
      part[name] = nil
      #expect(try failure(policy, part, header: header) == .missingClaim)
    }
  }
}

import Encodings
import JOSE
import OpenIDConnect
import Testing

@Suite("OpenID Connect Core §3.1.3.7: the claims of an ID token")
struct IDTokenClaimTests {
  private static let now = IDTokenScene.time.seconds

  struct Case: Sendable, CustomTestStringConvertible {
    let changes: [String: JSONValue?]
    let code: JOSEError.Code?
    var testDescription: String { "\(changes) \(code?.rawValue ?? "accepted")" }

    init(_ changes: [String: JSONValue?], _ code: JOSEError.Code?) {
      self.changes = changes
      self.code = code
    }
  }

  static let cases: [Case] = [
    Case([:], nil),
    // Step 2.
    Case(["iss": nil], .missingClaim), Case(["iss": .null], .malformedClaims),
    Case(["iss": "https://login.provider.example/"], .wrongIssuer),
    Case(["iss": "https://LOGIN.provider.example"], .wrongIssuer),
    Case(["iss": "https://login.provider.example.evil.example"], .wrongIssuer),
    Case(["iss": "http://login.provider.example"], .wrongIssuer), Case(["iss": 1], .malformedClaims),
    // Steps 3 to 5.
    Case(["aud": nil], .missingClaim), Case(["aud": "other"], .wrongAudience),
    Case(["aud": "S6BhdRkqt3"], .wrongAudience), Case(["aud": []], .wrongAudience),
    Case(["aud": ["s6BhdRkqt3"]], nil), Case(["aud": ["s6BhdRkqt3"], "azp": "s6BhdRkqt3"], nil),
    Case(["aud": ["s6BhdRkqt3", "other"]], .wrongAudience),
    Case(["aud": ["s6BhdRkqt3", "other"], "azp": "s6BhdRkqt3"], .wrongAudience),
    Case(["azp": "other"], .wrongAuthorizedParty), Case(["azp": 1], .wrongAuthorizedParty),
    Case(["azp": .null], nil),
    Case(["aud": [1]], .malformedClaims),
    // Steps 9 and 10, with clocks that differ by up to a minute.
    Case(["exp": nil], .missingClaim), Case(["exp": .null], .malformedClaims),
    Case(["exp": "soon"], .malformedClaims),
    Case(["exp": .integer(now - 59)], nil), Case(["exp": .integer(now - 60)], .expired),
    Case(["iat": nil], .missingClaim), Case(["iat": .integer(now + 60)], nil),
    Case(["iat": .integer(now + 61)], .issuedInFuture), Case(["iat": .integer(now - 660)], nil),
    Case(["iat": .integer(now - 661)], .tokenTooOld), Case(["iat": -1], .tokenTooOld),
    Case(["nbf": .integer(now + 60)], nil), Case(["nbf": .integer(now + 61)], .notYetValid),
    // The subject.
    Case(["sub": nil], .missingClaim), Case(["sub": ""], .wrongClaim), Case(["sub": 7], .malformedClaims),
    Case(["sub": .string(String(repeating: "s", count: 255))], nil),
    Case(["sub": .string(String(repeating: "s", count: 256))], .wrongClaim),
    Case(["sub": "a\u{0}b"], .wrongClaim),
    Case(["sub": "a\u{85}b"], .wrongClaim),
    // Step 11.
    Case(["nonce": nil], .missingClaim), Case(["nonce": .null], .missingClaim),
    Case(["nonce": ""], .wrongNonce),
    Case(["nonce": "n-0S6_WzA2M"], .wrongNonce), Case(["nonce": ["n-0S6_WzA2Mj"]], .wrongNonce),
    // §2: the claims about the user's sign-in.
    Case(["auth_time": .integer(now - 100_000)], nil), Case(["auth_time": "now"], .malformedClaims),
    Case(["auth_time": .integer(now + 60)], nil), Case(["auth_time": .integer(now + 61)], .wrongClaim),
    Case(["acr": "0"], nil), Case(["acr": 0], .malformedClaims), Case(["amr": ["pwd"]], nil),
    Case(["amr": "pwd"], .malformedClaims), Case(["amr": [1]], .malformedClaims),
    // Hashes that the client cannot compare.
    Case(["at_hash": "x", "c_hash": 1], nil),
  ]

  @Test("a token is refused with the code of its flaw", arguments: cases)
  func claims(_ test: Case) throws {
    let scene = try IDTokenScene()
    let token = try scene.token(IDTokenScene.claims(test.changes))
    #expect(try scene.refusal(token) == test.code)
  }

  @Test("a trusted audience is accepted if the token says that it was issued to this client")
  func trustedAudience() throws {
    var scene = try IDTokenScene()
    scene.expectation.trustedAudiences = ["friend"]
    func refusal(_ changes: [String: JSONValue?]) throws -> JOSEError.Code? {
      try scene.refusal(scene.token(IDTokenScene.claims(changes)))
    }
    let both: JSONValue = ["s6BhdRkqt3", "friend"]
    #expect(try refusal(["aud": both, "azp": "s6BhdRkqt3"]) == nil)
    #expect(try refusal(["aud": both]) == .wrongAuthorizedParty)
    #expect(try refusal(["aud": both, "azp": "friend"]) == .wrongAuthorizedParty)
    #expect(try refusal(["aud": "friend", "azp": "s6BhdRkqt3"]) == .wrongAudience)
    #expect(try refusal(["aud": ["s6BhdRkqt3", "friend", "x"], "azp": "s6BhdRkqt3"]) == .wrongAudience)
  }

  @Test("step 13: max_age requires a recent auth_time")
  func maxAge() throws {
    var scene = try IDTokenScene()
    scene.expectation.maxAge = 300
    func refusal(_ changes: [String: JSONValue?]) throws -> JOSEError.Code? {
      try scene.refusal(scene.token(IDTokenScene.claims(changes)))
    }
    #expect(try refusal([:]) == .authenticationTooOld)
    #expect(try refusal(["auth_time": .integer(Self.now - 360)]) == nil)
    #expect(try refusal(["auth_time": .integer(Self.now - 361)]) == .authenticationTooOld)
    #expect(try refusal(["auth_time": 1e300]) == .wrongClaim)
    #expect(try refusal(["auth_time": -1e300]) == .authenticationTooOld)
  }

  @Test("step 12: a required authentication context must be there")
  func contexts() throws {
    var scene = try IDTokenScene()
    scene.expectation.authenticationContexts = ["silver", "gold"]
    func refusal(_ changes: [String: JSONValue?]) throws -> JOSEError.Code? {
      try scene.refusal(scene.token(IDTokenScene.claims(changes)))
    }
    #expect(try refusal([:]) == .wrongAuthenticationContext)
    #expect(try refusal(["acr": "bronze"]) == .wrongAuthenticationContext)
    #expect(try refusal(["acr": "gold"]) == nil)
  }

  @Test("RFC 8725 §3.11: a token of another type is no ID token")
  func types() throws {
    let scene = try IDTokenScene()
    for (type, code) in [
      ("JWT", nil), ("jwt", nil), (nil, nil), ("application/jwt", nil), ("at+jwt", .wrongType),
      ("logout+jwt", .wrongType), ("secevent+jwt", .wrongType), ("", .wrongType),
    ] as [(String?, JOSEError.Code?)] {
      #expect(try scene.refusal(scene.token(type: type)) == code, "\(type ?? "no type")")
    }
  }

  @Test("a token of another client's request at the same provider is refused")
  func otherRequests() throws {
    let scene = try IDTokenScene()
    var other = scene
    other.expectation.nonce = "another"
    #expect(try other.refusal(scene.token()) == .wrongNonce)
    other = scene
    other.expectation.clientID = "another"
    #expect(try other.refusal(scene.token()) == .wrongAudience)
    other = scene
    other.expectation.issuer = try ExpectedIssuer("https://other.example")
    #expect(try other.refusal(scene.token()) == .wrongIssuer)
  }
}

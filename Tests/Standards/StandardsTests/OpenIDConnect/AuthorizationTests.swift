import Encodings
import OpenIDConnect
import Testing

@Suite("OpenID Connect Core §3.1.2, RFC 7636, RFC 9207: authorization requests and their answers")
struct AuthorizationTests {
  private static let issuer = "https://accounts.provider.example"

  private func request(_ endpoint: String = "https://accounts.provider.example/auth") throws
    -> AuthorizationRequest
  {
    AuthorizationRequest(
      endpoint: try EndpointAddress(endpoint), clientID: "client 1",
      redirectURI: "https://id.example/return?a=b",
      scopes: ["openid", "email"], state: "st&te", nonce: "nonce",
      proofKey: try ProofKey(secret: [UInt8](repeating: 7, count: 32)))
  }

  @Test("RFC 7636 appendix B: the challenge of the example")
  func proofKey() throws {
    let secret: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
      191, 240, 91, 88,
      5, 88, 83, 132, 141, 121,
    ]
    let key = try ProofKey(secret: secret)
    #expect(key.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    for count in [0, 31, 97] {
      #expect(throws: OpenIDError(code: .invalidRequest, reason: "")) {
        try ProofKey(secret: [UInt8](repeating: 0, count: count))
      }
    }
    #expect(try ProofKey(secret: [UInt8](repeating: 0, count: 96)).verifier.count == 128)
  }

  @Test("the address has each parameter once, encoded")
  func address() throws {
    var request = try request()
    let first = try request.address()
    #expect(
      first == "https://accounts.provider.example/auth?response_type=code&client_id=client%201"
        + "&redirect_uri=https%3A%2F%2Fid.example%2Freturn%3Fa%3Db&scope=openid%20email&state=st%26te&nonce=nonce"
        + "&code_challenge=\(request.proofKey.challenge)&code_challenge_method=S256")
    #expect(!first.contains(request.proofKey.verifier))
    request.responseMode = .formPost
    request.prompt = .selectAccount
    request.loginHint = "jane@example.com"
    request.maxAge = 0
    request.authenticationContexts = ["a", "b"]
    request.languages = ["de", "en-GB"]
    request.extensions = ["hd": "example.com", "access_type": "offline"]
    #expect(
      try request.address() == first
        + "&response_mode=form_post&prompt=select_account&login_hint=jane%40example.com&max_age=0"
        + "&acr_values=a%20b&ui_locales=de%20en-GB&access_type=offline&hd=example.com")
    request.nonce = nil
    #expect(!(try request.address().contains("nonce=")))
    #expect(
      try self.request("https://a.example/?p=1").address().hasPrefix(
        "https://a.example/?p=1&response_type=code"))
  }

  @Test("extensions and scopes cannot replace a parameter of the request")
  func extensions() throws {
    for name in [
      "state", "redirect_uri", "code_challenge", "request", "request_uri", "client_secret", "response_type",
    ] {
      var request = try request()
      request.extensions = [name: "x"]
      #expect(throws: OpenIDError(code: .invalidRequest, reason: "")) { try request.address() }
    }
    for scope in ["", "a b", "a\"b", "a\\b", "ü", "a\n"] {
      var request = try request()
      request.scopes = ["openid", scope]
      #expect(throws: OpenIDError(code: .invalidRequest, reason: "")) { try request.address() }
    }
  }

  private func code(
    _ query: String, state: String = "s1", from issuer: String = Self.issuer, requiresIssuer: Bool = false
  ) throws -> String {
    try AuthorizationCallback(query: query).code(
      state: state, from: ExpectedIssuer(issuer), requiresIssuer: requiresIssuer)
  }

  private func refusal(_ query: String, state: String = "s1", requiresIssuer: Bool = false) throws
    -> OpenIDError.Code?
  {
    do {
      _ = try code(query, state: state, requiresIssuer: requiresIssuer)
      return nil
    } catch let error as OpenIDError {
      return error.code
    }
  }

  @Test("an answer gives its code if it belongs to the request")
  func codes() throws {
    #expect(try code("code=SplxlOBeZQQYbYS6WxSbIA&state=s1") == "SplxlOBeZQQYbYS6WxSbIA")
    #expect(try code("state=s1&code=a%2Fb+c&session_state=x&scope=openid&scope=email") == "a/b c")
    #expect(
      try code("code=a&state=s1&iss=https%3A%2F%2Faccounts.provider.example", requiresIssuer: true) == "a")
    let form = [UInt8]("code=a&state=s1&user=%7B%22name%22%3A%7B%7D%7D".utf8)
    let callback = try AuthorizationCallback(form: form)
    #expect(callback.unverifiedState == "s1" && callback.unverifiedUser == #"{"name":{}}"#)
    #expect(try callback.code(state: "s1", from: ExpectedIssuer(Self.issuer), requiresIssuer: false) == "a")
  }

  @Test("the state, then the issuer, is checked before the answer is used")
  func order() throws {
    let evil = "iss=https%3A%2F%2Fevil.example"
    #expect(try refusal("code=a&state=s2&\(evil)") == .wrongState)
    #expect(try refusal("error=access_denied&state=s2") == .wrongState)
    #expect(try refusal("code=a&state=s1&\(evil)") == .wrongIssuer)
    #expect(try refusal("error=access_denied&state=s1&\(evil)") == .wrongIssuer)
    #expect(try refusal("code=a&state=s1&iss=") == .wrongIssuer)
    #expect(try refusal("code=a&state=s1&iss=https%3A%2F%2Faccounts.provider.example%2F") == .wrongIssuer)
    #expect(try refusal("code=a&state=s1", requiresIssuer: true) == .missingIssuer)
    #expect(try refusal("error=access_denied&state=s1", requiresIssuer: true) == .missingIssuer)
    #expect(try refusal("error=access_denied&state=s1") == .providerRefused)
    #expect(try refusal("code=a&state=S1") == .wrongState)
  }

  @Test("an error of the provider keeps its code, and its text only if it is printable")
  func providerErrors() throws {
    func refusal(_ query: String) throws -> ProviderRefusal? {
      do {
        _ = try code(query)
        return nil
      } catch let error as OpenIDError {
        #expect(!error.description.contains("denied") && !error.description.contains("No!"))
        return error.refusal
      }
    }
    let plain = try #require(try refusal("error=access_denied&error_description=No!&state=s1"))
    #expect(plain.code == "access_denied" && plain.explanation == "No!")
    #expect(try refusal("error=x&error_description=%0A%1B%5B31m&state=s1")?.explanation == nil)
    #expect(try refusal("error=x&error_description=%E2%80%AE&state=s1")?.explanation == nil)
    #expect(
      try refusal("error=x&error_description=\(String(repeating: "a", count: 513))&state=s1")?.explanation
        == nil)
  }

  @Test(
    "answers that are no answers are refused",
    arguments: [
      "", "code=a", "state=s1", "code=&state=s1", "code=a&state=", "code=a&error=b&state=s1",
      "code=a&code=b&state=s1",
      "code=a&state=s1&state=s1", "code=a&state=s1&iss=x&iss=x", "error=a&error=b&state=s1",
      "code=%&state=s1",
      "code=%FF&state=s1", "code=a%00&state=s1", "error=&state=s1", "error=%0A&state=s1",
      "error=\(String(repeating: "a", count: 65))&state=s1",
      "code=a&state=s1" + String(repeating: "&x", count: 40),
      "code=\(String(repeating: "a", count: 16_384))&state=s1",
    ])
  func malformed(query: String) {
    #expect(throws: OpenIDError(code: .malformedCallback, reason: "")) {
      try AuthorizationCallback(query: query)
    }
    #expect(throws: OpenIDError(code: .malformedCallback, reason: "")) {
      try AuthorizationCallback(form: [UInt8](query.utf8))
    }
  }

  @Test("the issuer of a callback of one of several tenants must have the form of the template")
  func tenants() throws {
    let expected = try ExpectedIssuer(
      template: "https://login.microsoftonline.com/{tenantid}/v2.0", discoveredAs: "common", tenants: ["t1"])
    func code(_ issuer: String) throws -> String {
      try AuthorizationCallback(query: "code=a&state=s1&iss=\(issuer)").code(
        state: "s1", from: expected, requiresIssuer: true)
    }
    #expect(try code("https://login.microsoftonline.com/t1/v2.0") == "a")
    for issuer in [
      "https://login.microsoftonline.com/t2/v2.0", "https://login.microsoftonline.com//v2.0",
      "https://login.microsoftonline.com/t1/x/v2.0", "https://login.microsoftonline.com/v2.0",
      "https://evil.example/t1/v2.0",
    ] {
      #expect(throws: OpenIDError(code: .wrongIssuer, reason: "")) { try code(issuer) }
    }
  }

  @Test("descriptions contain no code, state or secret")
  func descriptions() throws {
    let callback = try AuthorizationCallback(query: "code=thecode&state=thestate")
    let key = try ProofKey(secret: [UInt8](repeating: 7, count: 32))
    let request = TokenRequest(
      redeeming: "thecode", redirectURI: "https://id.example", proofKey: key, clientID: "c",
      authentication: .post(secret: "thesecret"))
    let response = try TokenResponse(
      parsing: [UInt8](#"{"access_token":"thetoken","token_type":"Bearer","refresh_token":"thetoken"}"#.utf8))
    let values: [Any] = [
      callback, key, request, response, TokenRequest.ClientAuthentication.basic(secret: "thesecret"),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        for secret in ["thecode", "thestate", "thesecret", "thetoken", key.verifier] {
          #expect(!text.contains(secret))
        }
      }
    }
  }
}

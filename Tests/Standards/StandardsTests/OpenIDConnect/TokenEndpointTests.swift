import Encodings
import OpenIDConnect
import Testing

@Suite("RFC 6749 §4.1.3, §5, OpenID Connect Core §3.1.3, §5.3: token and userinfo endpoints")
struct TokenEndpointTests {
  private let proofKey: ProofKey

  init() throws { proofKey = try ProofKey(secret: [UInt8](repeating: 7, count: 32)) }

  private func request(_ authentication: TokenRequest.ClientAuthentication) -> TokenRequest {
    TokenRequest(
      redeeming: "a b&c", redirectURI: "https://id.example/return", proofKey: proofKey, clientID: "cli:ent",
      authentication: authentication)
  }

  @Test("a code is redeemed with the verifier, and the client is authenticated in one way only")
  func redeeming() throws {
    let body =
      "grant_type=authorization_code&code=a%20b%26c&redirect_uri=https%3A%2F%2Fid.example%2Freturn&code_verifier="
      + proofKey.verifier
    #expect(request(.none).body == body + "&client_id=cli%3Aent")
    #expect(request(.none).authorization == nil)
    #expect(request(.post(secret: "s+1")).body == body + "&client_id=cli%3Aent&client_secret=s%2B1")
    #expect(request(.post(secret: "s+1")).authorization == nil)
    let basic = request(.basic(secret: "s:1%"))
    #expect(basic.body == body)
    let field = try #require(basic.authorization)
    #expect(
      try String(decoding: Base64.decode(String(field.dropFirst(6))), as: UTF8.self) == "cli%3Aent:s%3A1%25")
    #expect(field.hasPrefix("Basic "))
  }

  @Test("RFC 6749 §6, RFC 7009 §2.1: refresh and revocation")
  func otherRequests() {
    #expect(
      TokenRequest(refreshing: "r1", clientID: "c", authentication: .none).body
        == "grant_type=refresh_token&refresh_token=r1&client_id=c")
    #expect(
      TokenRequest(revoking: "r1", hint: "refresh_token", clientID: "c", authentication: .none).body
        == "token=r1&token_type_hint=refresh_token&client_id=c")
    #expect(
      TokenRequest(revoking: "r1", hint: nil, clientID: "c", authentication: .none).body
        == "token=r1&client_id=c")
  }

  private func parse(_ text: String) throws(OpenIDError) -> TokenResponse {
    try TokenResponse(parsing: [UInt8](text.utf8))
  }

  @Test("an answer is read, with scopes that spaces or commas separate")
  func response() throws {
    let response = try parse(
      #"{"access_token":"a","token_type":"bearer","expires_in":3600,"refresh_token":"r","id_token":"i","scope":"openid email"}"#
    )
    #expect(response.accessToken == "a" && response.lifetime == 3600 && response.refreshToken == "r")
    #expect(response.unverifiedIDToken == "i" && response.scopes == ["openid", "email"])
    let short = try parse(
      #"{"access_token":"a","token_type":"Bearer","scope":"read:user,user:email","expires_in":"soon"}"#)
    #expect(short.scopes == ["read:user", "user:email"] && short.lifetime == nil)
    #expect(short.refreshToken == nil && short.unverifiedIDToken == nil)
  }

  @Test("errors of the provider are recognized, whatever the status")
  func errors() throws {
    let error = try #require(
      throws: OpenIDError.self,
      performing: {
        try parse(#"{"error":"invalid_grant","error_description":"Code expired","access_token":"a"}"#)
      })
    #expect(error.code == .providerRefused)
    #expect(error.refusal?.code == "invalid_grant" && error.refusal?.explanation == "Code expired")
    #expect(!error.description.contains("Code expired"))
  }

  @Test(
    "answers without a bearer token are refused",
    arguments: [
      "", "[]", "<html>", "{}", #"{"access_token":"a"}"#, #"{"token_type":"Bearer"}"#,
      #"{"access_token":1,"token_type":"Bearer"}"#, #"{"access_token":"a","token_type":"DPoP"}"#,
      #"{"access_token":"a","token_type":"Bearer","id_token":{}}"#,
      #"{"access_token":"a","token_type":"Bearer","scope":[]}"#,
      #"{"access_token":"a","access_token":"b","token_type":"Bearer"}"#, #"{"error":1}"#,
      #"{"error":"\u0000"}"#,
      "access_token=a&token_type=bearer",
    ])
  func malformed(text: String) {
    #expect(throws: OpenIDError(code: .malformedTokenResponse, reason: "")) { try parse(text) }
  }

  @Test("Core §5.3.2: the userinfo endpoint must speak about the same user")
  func userInfo() throws {
    func parse(_ text: String) throws(OpenIDError) -> UserInfo {
      try UserInfo(parsing: [UInt8](text.utf8), subject: "u1")
    }
    #expect(try parse(#"{"sub":"u1","email":"a@b.example"}"#).claims["email"] == "a@b.example")
    for text in [#"{"sub":"u2"}"#, #"{"sub":"U1"}"#, #"{"sub":""}"#] {
      #expect(throws: OpenIDError(code: .wrongSubject, reason: "")) { try parse(text) }
    }
    for text in ["", "{}", #"{"sub":1}"#, "[]", "eyJhbGciOiJub25lIn0.e30."] {
      #expect(throws: OpenIDError(code: .malformedUserInfo, reason: "")) { try parse(text) }
    }
  }

  @Test("Core §5.1: claims about a user are read, and those of the wrong form count as absent")
  func user() {
    let user = ProviderUser([
      "email": "jane@example.com", "email_verified": true, "name": "Jane Doe", "given_name": "Jane",
      "family_name": "Doe",
      "preferred_username": "jane", "picture": "https://a.example/p.png", "locale": "de",
    ])
    #expect(user.email == "jane@example.com" && user.isEmailVerified)
    #expect(
      [user.name, user.givenName, user.familyName, user.userName] == ["Jane Doe", "Jane", "Doe", "jane"])
    #expect(user.picture == "https://a.example/p.png" && user.locale == "de")
    let empty = ProviderUser([
      "email": 1, "email_verified": 1, "name": "", "given_name": "a\u{0}", "family_name": ["x"],
      "picture": .string(String(repeating: "x", count: 1025)), "locale": .null,
    ])
    #expect(empty == ProviderUser([:]) && !empty.isEmailVerified)
    // Apple writes the truth value as a string.
    for (value, isVerified) in [
      ("true", true), ("false", false), ("True", false), (.null, false), (false, false),
    ]
      as [(JSONValue, Bool)]
    {
      #expect(ProviderUser(["email_verified": value]).isEmailVerified == isVerified)
    }
  }
}

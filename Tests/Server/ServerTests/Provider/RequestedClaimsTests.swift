import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

@testable import DoorwardProvider
@testable import DoorwardStore

/// The parameter `claims` (OpenID Connect Core §5.5).
@Suite struct RequestedClaimsTests {
  @Test("A claim asks for its scope, with or without conditions; unknown claims are ignored")
  func scopes() throws {
    let texts: [(String, [Scope])] = [
      ("{}", []), (#"{"userinfo": {}, "id_token": {}, "other": 1}"#, []),
      (#"{"userinfo": {"email": null}}"#, [.email]),
      (#"{"id_token": {"email_verified": {"essential": true, "value": true}}}"#, [.email]),
      (
        #"{"userinfo": {"phone_number": {"values": ["+1", 2, null]}}, "id_token": {"picture": {}}}"#,
        [.phone, .profile]
      ),
      (#"{"userinfo": {"address": 5, "name#ja": [], "http://example.com/role": {"essential": 1}}}"#, []),
      (#"{"id_token": {"auth_time": {"essential": true}, "sub": null, "acr": null}}"#, []),
    ]
    for (text, scopes) in texts {
      let claims = try RequestedClaims(text)
      #expect(claims.scopes == Scopes(scopes) && claims.subject == nil && claims.assurances == [], "\(text)")
    }
  }

  @Test(
    "Any other text is refused",
    arguments: [
      "", "null", "[]", "\"email\"", "{", #"{"userinfo": null}"#, #"{"id_token": []}"#,
      #"{"userinfo": {"email": 1}}"#, #"{"userinfo": {"email": {"essential": "yes"}}}"#,
      #"{"userinfo": {"email": {"values": "a"}}}"#, #"{"userinfo": {"email": null, "email": null}}"#,
      #"{"id_token": {"sub": {"value": 7}}}"#, #"{"id_token": {"acr": {"values": [true]}}}"#,
      #"{"id_token": {"sub": {"values": ["a", "b"]}}}"#,
      #"{"id_token": {"sub": {"value": "a"}}, "userinfo": {"sub": {"value": "b"}}}"#,
      #"{"userinfo": {"name": {"value": [[[[[[[[1]]]]]]]]}}}"#,
      "{\"id_token\": {\"acr\": {\"values\": [\(repeatElement("\"a\"", count: 17).joined(separator: ","))]}}}",
      "{\"x\": \"\(String(repeating: "x", count: 4096))\"}",
    ])
  func refused(_ text: String) {
    #expect(throws: AuthorizationError(.invalidRequest, "")) { _ = try RequestedClaims(text) }
  }

  @Test("A voluntary acr works like acr_values, which comes first; an essential one must be possible")
  func assurance() throws {
    let (factor, code) = (Assurance.secondFactor.rawValue, Assurance.secondFactorCode.rawValue)
    let voluntary = try RequestedClaims("{\"id_token\": {\"acr\": {\"value\": \"\(factor)\"}}}")
    #expect(try voluntary.assurances(beside: []) == [.secondFactor])
    #expect(try voluntary.assurances(beside: [.secondFactorCode]) == [.secondFactorCode])
    func essential(_ values: String) throws -> RequestedClaims {
      try RequestedClaims("{\"id_token\": {\"acr\": {\"essential\": true, \"values\": [\(values)]}}}")
    }
    #expect(
      try essential("\"urn:x\", \"\(factor)\"").assurances(beside: [.secondFactorCode]) == [.secondFactor])
    #expect(
      try essential("\"\(code)\", \"\(factor)\"").assurances(beside: []) == [
        .secondFactorCode, .secondFactor,
      ]
    )
    for values in ["\"urn:x\"", "\"\(code)\""] {
      #expect(throws: AuthorizationError(.unmetAuthenticationRequirements, "")) {
        _ = try essential(values).assurances(beside: [.secondFactor])
      }
    }
    // Essential without values asks only for the claim, which every ID token has.
    #expect(try essential("").assurances(beside: [.secondFactor]) == [.secondFactor])
  }

  @Test(
    "The page shows the scopes of the claims, and the client gets them; without openid they have no effect")
  func shown() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let claims = #"{"userinfo": {"email": {"essential": true}}, "id_token": {"name": null}}"#
      let asked = try await browser.send(
        .post, "/session/authorization",
        ["ticket": .string(try await client.ticket(["claims": claims]))])
      #expect(asked["next"] == "confirm" && asked["scopes"] == ["openid", "profile", "email"])
      let answer = try await client.exchange(try await client.code(browser, ["claims": claims]))
      #expect(answer["scope"] == "openid profile email")
      let plain = try await client.code(browser, ["scope": "user:read", "claims": claims])
      #expect(try await client.exchange(plain)["scope"] == "user:read")
      let wrong = try await client.authorize(["claims": "{"])
      #expect(TestClient.query(of: wrong.fields["Location"])["error"] == "invalid_request")
    }
  }

  @Test("OpenID Connect Core §3.1.2.2: only the user of a requested sub gets the client a code")
  func subject() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient.site(server)
      let (ann, bob) = (try await TestBrowser.signedIn(server), try await TestBrowser.signedIn(server))
      let token = try await client.idToken(ann)
      let sub = try #require(try TestClient.claims(of: .string(token))["sub"]?.string)
      func silent(_ browser: TestBrowser, _ changes: [String: String?] = [:]) async throws -> [String: String]
      {
        var parameters: [String: String?] = [
          "prompt": "none", "claims": "{\"id_token\": {\"sub\": {\"value\": \"\(sub)\"}}}",
        ]
        parameters.merge(changes) { $1 }
        let opened = try await client.authorize(parameters)
        guard let ticket = opened.pageTicket else { return TestClient.query(of: opened.fields["Location"]) }
        let answer = try await browser.send(.post, "/session/authorization", ["ticket": .string(ticket)])
        return TestClient.query(of: answer["redirect_to"].string)
      }
      #expect(try await silent(ann)["code"] != nil)
      #expect(try await silent(ann, ["id_token_hint": token])["code"] != nil)
      #expect(try await silent(bob)["error"] == "login_required")
      let stranger = #"{"id_token": {"sub": {"value": "nobody"}}}"#
      #expect(try await silent(ann, ["claims": stranger])["error"] == "login_required")
      let other = try await client.idToken(bob)
      #expect(try await silent(ann, ["id_token_hint": other])["error"] == "invalid_request")
    }
  }

  @Test("An essential acr that no sign-in can be sure to have is an error, and a second factor is asked for")
  func essentialAssurance() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let client = try TestClient.site(server)
      let browser = try await TestBrowser.signedIn(server)
      func claims(_ acr: String) -> String {
        "{\"id_token\": {\"acr\": {\"essential\": true, \"values\": [\"\(acr)\"]}}}"
      }
      let unmet = try await client.authorize(["claims": claims("urn:doorward:acr:passkey")])
      #expect(TestClient.query(of: unmet.fields["Location"])["error"] == "unmet_authentication_requirements")
      let ticket = try await client.ticket(["claims": claims("urn:doorward:acr:second-factor")])
      let asked = try await browser.send(.post, "/session/authorization", ["ticket": .string(ticket)])
      #expect(asked["next"] == "sign_in" && asked["reason"] == "second_factor")
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// An anonymous user, who has no identity: the session, the tokens and the account.
@Suite struct AnonymousSignInTests {
  @Test("An application offers anonymous users only if its configuration says so")
  func offer() async throws {
    try await TestServer.run { server in
      let refused = try await server.api.send(.post, "/v1/anonymous", [:])
      #expect(refused.status == 403)
      #expect(refused.code == "method_not_offered")
      #expect(try await server.api.send(.get, "/v1/config")["methods"] == ["passkey", "siwe", "near"])
    }
    try await TestServer.run(TestVisitor.settings) { server async throws in
      #expect(try await server.api.send(.get, "/v1/config")["methods"] == ["siwe", "near", "anonymous"])
      let other: HTTPFields = ["Doorward-Application": "other"]
      #expect(
        try await server.api.send(.post, "/v1/anonymous", [:], fields: other).code == "method_not_offered")
    }
  }

  @Test("An anonymous user is of kind anonymous, and the tokens show that nothing was proven")
  func session() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      #expect(visitor.session.fields["Cache-Control"] == "no-store")
      #expect(visitor.session["is_new_user"] == true)
      #expect(visitor.session.json["user"]?["kind"] == "anonymous")
      #expect(visitor.session.json["user"]?["identities"] == [])
      for name in ["access_token", "account_token"] {
        let claims = try visitor.session.claims(name)
        #expect(claims["sub"] == .string(visitor.user))
        #expect(claims["amr"] == ["anonymous"])
        #expect(claims["acr"] == "urn:doorward:acr:anonymous")
      }
      let signedIn = try await EthereumTestWallet().signIn(server)
      #expect(try signedIn.claims("access_token")["acr"] == "urn:doorward:acr:wallet")
      #expect(try await TestVisitor(server).user != visitor.user)
    }
  }

  @Test("The session of an anonymous user is refreshed, listed and ended like any other")
  func sessionLifecycle() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let refreshed = try await visitor.refreshed(server)
      #expect(refreshed.json["user"]?["kind"] == "anonymous")
      #expect(try refreshed.claims("account_token")["amr"] == ["anonymous"])
      let token = try #require(refreshed["account_token"].string)
      let sessions = try await server.api.send(.get, "/v1/sessions", bearer: token)
      #expect(sessions["items"].array?.count == 1)
      #expect(sessions["items"][0]?["amr"] == ["anonymous"])
      #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: token).status == 204)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 401)
      let next = try #require(refreshed["refresh_token"].string)
      #expect(
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(next)").code
          == "invalid_grant")
    }
  }

  @Test("An anonymous user has metadata, and has no identity to remove")
  func account() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let patched = try await server.api.send(
        .patch, "/v1/user", ["metadata": ["cart": [1, 2]], "kind": "registered"], bearer: visitor.account)
      #expect(patched["metadata"] == ["cart": [1, 2]])
      #expect(patched["kind"] == "anonymous")
      let identity = "00000000-0000-4000-8000-000000000000"
      #expect(
        try await server.api.send(.delete, "/v1/user/identities/\(identity)", bearer: visitor.account)
          .status == 404)
    }
  }

  @Test("An anonymous user can delete the account at any age, because the user cannot sign in again")
  func deletion() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      server.clock.advance(by: 800)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: visitor.account).status == 204)
      #expect(try await visitor.refreshed(server).code == "invalid_grant")
    }
  }

  @Test("Anonymous sign-ins count for the limit of sign-ins")
  func allowance() async throws {
    var settings = TestVisitor.settings
    settings["development"] = false
    settings["rate_limits"] = ["sign_in_per_minute": 3]
    try await TestServer.run(settings) { server in
      _ = try await TestVisitor(server)
      _ = try await TestVisitor(server)
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .wrongProof).status == 422)
      let refused = try await server.api.send(.post, "/v1/anonymous", [:])
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] != nil)
    }
  }

  @Test("The hosted page, which needs proofs, does not offer anonymous sign-in")
  func page() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let browser = TestBrowser(server)
      let state = try await browser.send(.get, "/session/state")
      #expect(state.json["config"]?["methods"] == ["siwe", "near"])
      #expect(try await browser.send(.post, "/session/anonymous", [:]).status == 404)
    }
  }
}

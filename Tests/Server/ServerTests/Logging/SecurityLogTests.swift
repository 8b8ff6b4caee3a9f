import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The log of sign-ins, sign-outs, links, removals and refusals. It contains no secret.
@Suite struct SecurityLogTests {
  private static let settings: JSONObject = ["applications": [["id": "default"], ["id": "other"]]]

  @Test("A sign-in at the API is logged with user, session, application and method")
  func signInIsLogged() async throws {
    try await TestServer.run(Self.settings) { server in
      let session = try await EthereumTestWallet().signIn(server, fields: ["Doorward-Application": "other"])
      let line = try #require(server.log.events("sign_in").first)
      #expect(line["outcome"] == "done")
      #expect(line["level"] == "notice")
      #expect(line["user_id"] == session["user"]["id"])
      #expect(line["session_id"] == session["session_id"])
      #expect(line["application"] == "other")
      #expect(line["method"] == "siwe")
      #expect(line["client"] == "127.0.0.1")
      // The request log and the security log have the same request.
      #expect(server.log.requests("/v1/ethereum/sign-in").first?["trace_id"] == line["trace_id"])
    }
  }

  @Test("A refused sign-in is logged with its code, and without the proof")
  func refusedSignInIsLogged() async throws {
    try await TestServer.run { server in
      let browser = TestBrowser(server)
      var proof = try await EthereumTestWallet().proof(server)
      proof["signature"] = .string(try EthereumTestWallet().sign("something else"))
      let refused = try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      #expect(refused.status == 401)
      _ = try await browser.send(.get, "/session/state")
      let page = try await browser.send(.post, "/session/ethereum/sign-in", .wrongProof)
      let lines = server.log.events("sign_in")
      #expect(lines.map { $0["outcome"] } == ["refused", "refused"])
      #expect(lines.map { $0["code"] } == [refused["code"], page["code"]])
      #expect(lines.allSatisfy { $0["method"] == "siwe" && $0["application"] == "default" })
      for member in ["signature", "message", "binding_secret"] {
        #expect(!server.log.text.contains(proof[member]?.string ?? "-"), "\(member)")
      }
    }
  }

  @Test("Sign-in, link, removal and sign-out on the page are logged")
  func pageIsLogged() async throws {
    try await TestServer.run { server in
      let browser = TestBrowser(server)
      let state = try await EthereumTestWallet().signIn(browser)
      let user = state["user"]["id"]
      let linked = try await browser.send(
        .post, "/session/ethereum/link", EthereumTestWallet().proof(browser, purpose: "link"))
      let identity = try #require(linked["identities"][1]?["id"]?.string)
      _ = try await browser.send(.delete, "/session/user/identities/\(identity)", [:])
      _ = try await browser.send(.post, "/session/sign-out", [:])
      for event in ["sign_in", "identity_link", "identity_removal", "sign_out"] {
        let line = try #require(server.log.events(event).first, "\(event)")
        #expect(line["user_id"] == user, "\(event)")
        #expect(line["application"] == "default", "\(event)")
      }
      #expect(server.log.events("identity_removal").first?["identity_id"] == .string(identity))
      #expect(server.log.events("sign_out").first?["choice"] == "this")
      for cookie in await browser.cookies.values { #expect(!server.log.text.contains(cookie)) }
    }
  }

  @Test("Link, removal, the end of a session, sign-out and deletion at the API are logged, done or refused")
  func accountCallsAreLogged() async throws {
    try await TestServer.run { server in
      let api = server.api
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let bearer = try #require(session["account_token"].string)
      let identities = try await api.send(.get, "/v1/user/identities", bearer: bearer)
      let identity = try #require(identities["items"][0]?["id"]?.string)
      #expect(try await api.send(.delete, "/v1/user/identities/\(identity)", bearer: bearer).status == 409)
      let other = try await wallet.signIn(server)
      let otherID = try #require(other["session_id"].string)
      #expect(try await api.send(.delete, "/v1/sessions/\(otherID)", bearer: bearer).status == 204)
      let third = try await wallet.signIn(server)
      #expect(
        try await api.send(.post, "/v1/sign-out", ["scope": "others"], bearer: bearer).status == 204)
      #expect(try await api.form("/v1/revoke", "token=\(third["refresh_token"].string ?? "")").status == 200)
      let taken = try await EthereumTestWallet().signIn(server)
      let proof = try await wallet.proof(server, purpose: "link", bearer: taken["account_token"].string)
      let conflict = try await api.send(
        .post, "/v1/ethereum/link", .object(proof), bearer: taken["account_token"].string)
      #expect(conflict.status == 409)
      #expect(try await api.send(.delete, "/v1/user", bearer: bearer).status == 204)
      let user = session["user"]["id"]
      let removal = try #require(server.log.events("identity_removal").first)
      #expect(removal["outcome"] == "refused" && removal["user_id"] == user)
      #expect(removal["code"]?.string != nil)
      #expect(server.log.events("session_end").map { $0["session_id"] } == [.string(otherID)])
      // The third session has ended before, so the revocation of its token is not an event.
      #expect(server.log.events("sign_out").map { $0["choice"] } == ["others"])
      let link = try #require(server.log.events("identity_link").first)
      #expect(link["outcome"] == "refused" && link["user_id"] == taken["user"]["id"])
      #expect(link["code"] == conflict["code"])
      #expect(server.log.events("user_deletion").map { $0["user_id"] } == [user])
    }
  }

  @Test("The revocation of a token is logged as a sign-out")
  func revocationIsLogged() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      _ = try await server.api.form("/v1/revoke", "token=\(session["refresh_token"].string ?? "")")
      let line = try #require(server.log.events("sign_out").first)
      #expect(line["user_id"] == session["user"]["id"])
      #expect(line["session_id"] == session["session_id"])
    }
  }

  @Test("A client's sign-in is logged from the user's decision to the tokens, also if it is refused")
  func providerIsLogged() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient.site(server)
      let code = try await client.code(browser)
      let tokens = try await client.exchange(code)
      #expect(tokens.status == 200)
      #expect(try await client.exchange(code).status == 400)
      #expect(try await client.exchange(code, ["client_secret": "wrong"]).status == 401)
      _ = try await browser.send(
        .post, "/session/authorization/deny", ["ticket": .string(try await client.ticket())])
      let user = try #require(server.log.events("sign_in").first?["user_id"])
      let decisions = server.log.events("authorization")
      #expect(decisions.map { $0["outcome"] } == ["done", "refused"])
      #expect(decisions.map { $0["user_id"] } == [user, user])
      #expect(decisions.map { $0["application"] } == ["site", "site"])
      #expect(decisions[1]["code"] == "access_denied")
      let exchanges = server.log.events("client_sign_in")
      #expect(exchanges.map { $0["code"] } == [nil, "invalid_grant", "invalid_client"])
      #expect(exchanges[0]["user_id"] == user)
      #expect(exchanges[0]["method"] == "authorization_code")
      #expect(exchanges[0]["application"] == "site")
      for secret in [code, TestClient.secret, client.verifier, tokens["access_token"].string ?? "-"] {
        #expect(!server.log.text.contains(secret))
      }
    }
  }

  @Test("A device's sign-in is logged from the typed code to the tokens, without the codes")
  func deviceIsLogged() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let device = try await TestDevice(server)
      _ = try await device.poll()
      _ = try await device.find(browser, typed: "BBBB-BBBB")
      #expect(try await device.decide("allow", browser).status == 204)
      #expect(try await device.poll().status == 200)
      let user = try #require(server.log.events("sign_in").first?["user_id"])
      let lookups = server.log.events("device_lookup")
      #expect(lookups.map { $0["code"] } == ["invalid_user_code", nil])
      #expect(lookups.map { $0["level"] } == ["notice", "debug"])
      let decision = try #require(server.log.events("device_decision").first)
      #expect(decision["choice"] == "approved" && decision["user_id"] == user)
      let polls = server.log.events("client_sign_in")
      #expect(polls.map { $0["level"] } == ["debug", "notice"])
      #expect(polls.last?["user_id"] == user)
      for code in [device.userCode, device.deviceCode, device.userCode.replacing("-", with: "")] {
        #expect(!server.log.text.contains(code))
      }
    }
  }

  @Test("A refused refresh is logged with the user of the token, and a wrong API key is logged")
  func refusedTokensAreLogged() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["refresh_token"].string)
      let body = "grant_type=refresh_token&refresh_token=\(token)"
      #expect(try await server.api.form("/v1/token", body, fields: ["Idempotency-Key": "a"]).status == 200)
      #expect(try await server.api.form("/v1/token", "\(body)x").status == 400)
      // A spent token with another key is treated as stolen, and the session ends.
      #expect(try await server.api.form("/v1/token", body, fields: ["Idempotency-Key": "b"]).status == 400)
      _ = try await server.api.form("/v1/introspect", "token=x", fields: ["Authorization": "Bearer dwk_x"])
      let refreshes = server.log.events("token_refresh")
      #expect(refreshes.map { $0["outcome"] } == ["done", "refused", "refused"])
      #expect(refreshes.map { $0["level"] } == ["debug", "notice", "notice"])
      #expect(refreshes.map { $0["user_id"] } == [session["user"]["id"], nil, session["user"]["id"]])
      #expect(server.log.events("api_key").map { $0["code"] } == ["invalid_client"])
      #expect(!server.log.text.contains(token))
    }
  }

  @Test("Anonymous users are logged with their kind")
  func visitorsAreLogged() async throws {
    var settings = JSONObject()
    settings["applications"] = [["id": "default", "methods": ["siwe", "anonymous", "guest"]]]
    try await TestServer.run(settings) { server in
      let visitor = try await TestVisitor(server)
      let guest = try await server.api.send(.post, "/v1/guest", [:])
      let lines = server.log.events("sign_in")
      #expect(lines.map { $0["method"] } == ["anonymous", "guest"])
      #expect(lines.map { $0["user_id"] } == [.string(visitor.user), guest["guest_id"]])
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The codes of a device, its polls and their answers (RFC 8628 §3.1, §3.2, §3.4, §3.5).
@Suite struct DeviceAuthorizationTests {
  @Test("RFC 8628 §3.2: a device gets its codes, by form and by JSON, and caches must not store them")
  func codes() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let answers = [
        try await TestDevice.begin(server, "tv"),
        try await server.api.send(
          .post, "/v1/device_authorization", ["client_id": "tv", "scope": "openid account"]),
      ]
      for answer in answers {
        #expect(answer.status == 200)
        #expect(answer.fields["Cache-Control"] == "no-store")
        #expect(answer["expires_in"] == 600 && answer["interval"] == 5)
        let code = try #require(answer["user_code"].string)
        #expect(code.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
        #expect(try Base64URL.decode(try #require(answer["device_code"].string)).count == 32)
        #expect(answer["verification_uri"].string == "\(server.origin)/device")
        #expect(answer["verification_uri_complete"].string == "\(server.origin)/device?user_code=\(code)")
      }
      #expect(answers[0]["device_code"] != answers[1]["device_code"])
      #expect(answers[0]["user_code"] != answers[1]["user_code"])
    }
  }

  @Test("Only applications with device_authorization sign in devices; in development the first one does")
  func allowed() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      #expect(try await TestDevice.begin(server, nil, scope: "account").status == 200)
      let refused = try await TestDevice.begin(server, "plain")
      #expect(refused.status == 400 && refused["error"] == "unauthorized_client")
      let device = try await TestDevice(server)
      #expect(try await device.poll(["client_id": "plain"])["error"] == "unauthorized_client")
      #expect(try await TestDevice.begin(server, "unknown").code == "invalid_client")
    }
    try await TestServer.run(.behindTLS) { server async throws in
      #expect(try await TestDevice.begin(server, nil).code == "unauthorized_client")
    }
  }

  @Test("A device requests at least one scope, and only scopes that its application may have")
  func scopes() async throws {
    try await TestServer.run(TestDevice.settings) { server async throws in
      for scope in ["openid profile", "offline_access", "unknown", nil] {
        #expect(try await TestDevice.begin(server, "tv", scope: scope)["error"] == "invalid_scope")
      }
      #expect(try await TestDevice.begin(server, "tv", scope: "openid account").status == 200)
    }
  }

  @Test("A confidential client must send its secret, as at the token endpoint")
  func confidential() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      #expect(try await TestDevice.begin(server, "box")["error"] == "invalid_client")
      #expect(try await TestDevice.begin(server, "box", secret: "wrong").code == "invalid_client")
      let device = try await TestDevice(server, "box", secret: TestClient.secret)
      #expect(try await device.poll(["client_secret": nil]).code == "invalid_client")
      #expect(try await device.poll()["error"] == "authorization_pending")
    }
  }

  @Test("§3.5: each poll that is too fast increases the interval by five seconds, up to a minute")
  func slowDown() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server)
      #expect(try await device.poll()["error"] == "authorization_pending")
      server.clock.advance(by: 5)
      #expect(try await device.poll()["error"] == "authorization_pending")
      server.clock.advance(by: 3)
      let early = try await device.poll()
      #expect(early.status == 400 && early["error"] == "slow_down" && early["interval"] == 10)
      server.clock.advance(by: 8)
      #expect(try await device.poll()["interval"] == 15)
      server.clock.advance(by: 15)
      #expect(try await device.poll()["error"] == "authorization_pending")
      for _ in 0..<20 { _ = try await device.poll() }
      #expect(try await device.poll()["interval"] == 60)
      server.clock.advance(by: 60)
      #expect(try await device.poll()["error"] == "authorization_pending")
    }
  }

  @Test("An approved device is answered at once, however fast it polls")
  func approvedEarly() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server)
      for _ in 0..<3 { _ = try await device.poll() }
      let browser = try await TestBrowser.signedIn(server)
      #expect(try await device.decide("allow", browser).status == 204)
      #expect(try await device.poll().status == 200)
    }
  }

  @Test("The scope decides the answer: the whole session, or tokens and an ID token")
  func answers() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = TestBrowser(server)
      let page = try await EthereumTestWallet().signIn(browser)
      let whole = try await TestDevice(server, scope: "account")
      try await whole.decide("allow", browser)
      let session = try await whole.poll()
      #expect(session.fields["Cache-Control"] == "no-store")
      #expect(session["user"] == page["user"] && session["id_token"] == .null)
      let account = try #require(session["account_token"].string)
      let rows = try await server.api.send(.get, "/v1/sessions", bearer: account)
      #expect(rows["items"].array?.count == 2)
      let refreshed = try await server.api.form(
        "/v1/token",
        TestClient.form([
          "grant_type": "refresh_token", "client_id": "tv",
          "refresh_token": try #require(session["refresh_token"].string),
        ]))
      #expect(refreshed["session_id"] == session["session_id"])

      let box = try await TestDevice(server, "box", scope: "openid", secret: TestClient.secret)
      try await box.decide("allow", browser)
      let tokens = try await box.poll()
      let members = tokens.json.object.map { Set($0.keys) }
      #expect(members == ["access_token", "token_type", "expires_in", "scope", "id_token"])
      let claims = try TestClient.claims(of: tokens["id_token"])
      #expect(claims["aud"] == "box" && claims["sub"] == page["user"]["id"] && claims["nonce"] == nil)
      #expect(claims["sid"] == page["current_session_id"])
    }
  }

  @Test("A refusal, or ten minutes without a decision, ends the authorization")
  func deniedAndExpired() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let denied = try await TestDevice(server)
      #expect(try await denied.decide("deny", browser).status == 204)
      for _ in 0..<2 { #expect(try await denied.poll()["error"] == "access_denied") }
      let late = try await TestDevice(server)
      let approved = try await TestDevice(server)
      try await approved.decide("allow", browser)
      server.clock.advance(by: 600)
      #expect(try await late.poll()["error"] == "expired_token")
      #expect(try await approved.poll()["error"] == "expired_token")
      #expect(try await late.find(browser).code == "invalid_user_code")
    }
  }

  @Test("The error names a missing or unknown parameter")
  func malformed() async throws {
    try await TestServer.run(TestDevice.settings) { server in
      let device = try await TestDevice(server)
      #expect(try await device.poll(["device_code": nil])["error"] == "invalid_request")
      #expect(try await device.poll(["device_code": "x"])["error"] == "invalid_grant")
      #expect(try await device.poll(["device_code": device.userCode])["error"] == "invalid_grant")
      let twice = try await server.api.form("/v1/device_authorization", "client_id=tv&client_id=tv")
      #expect(twice["error"] == "invalid_request")
      let other = try await server.api.raw(.post, "/v1/device_authorization", [], type: "text/plain")
      #expect(other.status == 415 && other["error"] == "invalid_request")
    }
  }

  @Test("Both metadata documents name the endpoint and the grant")
  func discovery() async throws {
    try await TestServer.run { server in
      for name in ["oauth-authorization-server", "openid-configuration"] {
        let metadata = try await server.api.send(.get, "/.well-known/\(name)")
        #expect(
          metadata["device_authorization_endpoint"].string == "\(server.origin)/v1/device_authorization")
        let grants = metadata["grant_types_supported"].array ?? []
        #expect(grants.contains("urn:ietf:params:oauth:grant-type:device_code"))
      }
    }
  }
}

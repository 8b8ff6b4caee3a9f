import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Testing

/// Introspection (RFC 7662) with an API key.
@Suite struct IntrospectionTests {
  private func introspect(_ server: TestServer, _ key: String?, _ token: String) async throws
    -> TestAPI.Answer
  {
    try await server.api.form(
      "/v1/introspect", "token=\(token)", fields: key.map { ["Authorization": "Bearer \($0)"] } ?? [:])
  }

  @Test("A live token is active, with its user, scopes and expiry")
  func active() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let user = session.json["user"]?["id"]
      let answer = try await introspect(server, key, try #require(session["access_token"].string))
      #expect(answer.status == 200)
      #expect(answer.fields["Cache-Control"] == "no-store")
      #expect(answer["active"] == true)
      #expect(answer["token_type"] == "Bearer")
      #expect(answer["scope"] == "user:read")
      #expect(answer["aud"] == .string("\(server.origin)/applications/default"))
      #expect(answer["client_id"] == "default")
      #expect(answer["iss"] == .string(server.origin))
      #expect(answer["sid"] == session["session_id"])
      #expect(answer["sub"] == user)
      #expect(answer["amr"] == ["siwe"])
      let (issued, expires) = (try #require(answer["iat"].int64), try #require(answer["exp"].int64))
      #expect(expires - issued == 900)
      let refresh = try await introspect(server, key, try #require(session["refresh_token"].string))
      #expect(refresh["active"] == true)
      #expect(refresh["token_type"] == "refresh_token")
      #expect(refresh["sub"] == user)
    }
  }

  @Test("An account token is inactive for a backend, and stays valid")
  func accountToken() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let account = try #require(session["account_token"].string)
      let answer = try await introspect(server, key, account)
      #expect(answer.status == 200)
      #expect(answer.json == ["active": false])
      #expect(try await server.api.send(.get, "/v1/sessions", bearer: account).status == 200)
    }
  }

  @Test("An invalid token is inactive, and the answer has no other member")
  func inactive() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let wallet = EthereumTestWallet()
      let live = try await wallet.signIn(server)
      let spent = try #require(live["refresh_token"].string)
      _ = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(spent)")
      let ended = try await wallet.signIn(server)
      let bearer = try #require(ended["account_token"].string)
      #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: bearer).status == 204)
      let access = try #require(live["access_token"].string)
      var dead = [
        "x", "eyJhbGciOiJub25lIn0.e30.", "dwr_AAAA", key, "\(access)x", String(access.dropLast(4)), spent,
      ]
      for name in ["access_token", "account_token", "refresh_token"] {
        dead.append(try #require(ended[name].string))
      }
      for token in dead {
        let answer = try await introspect(server, key, token)
        #expect(answer.status == 200)
        #expect(answer.json == ["active": false], "\(token)")
      }
      server.clock.advance(by: 961)
      #expect(try await introspect(server, key, access).json == ["active": false])
    }
  }

  @Test("Deleting a user makes all tokens of the user inactive at once")
  func deletedUser() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let bearer = try #require(session["account_token"].string)
      let access = try #require(session["access_token"].string)
      #expect(try await introspect(server, key, access)["active"] == true)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: bearer).status == 204)
      for name in ["access_token", "account_token", "refresh_token"] {
        let token = try #require(session[name].string)
        #expect(try await introspect(server, key, token).json == ["active": false])
      }
    }
  }

  @Test("A token of another application is inactive, of every kind")
  func otherApplication() async throws {
    try await TestServer.run(["applications": [["id": "one"], ["id": "two"]]]) { server in
      let (one, two) = (try await server.apiKey("one"), try await server.apiKey("two"))
      let session = try await EthereumTestWallet().signIn(server, fields: ["Doorward-Application": "two"])
      for name in ["access_token", "account_token", "refresh_token"] {
        let token = try #require(session[name].string)
        #expect(try await introspect(server, one, token).json == ["active": false])
        #expect(try await introspect(server, two, token)["active"] == .bool(name != "account_token"))
      }
      let error = await #expect(throws: ConfigurationError.self) { try await server.apiKey("three") }
      #expect(error?.code == .invalidValue)
    }
  }

  @Test("Without a valid API key the call is refused: no key, a wrong or revoked one, a user's token")
  func keys() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["access_token"].string)
      let key = try await server.apiKey()
      #expect(try await introspect(server, key, token)["active"] == true)
      let wrong = try #require(try? APIKey(random: .system)).text
      let bearers: [String?] = [
        nil, "", wrong, "\(key)x", String(key.dropLast()), key.uppercased(), String(key.dropFirst(4)), "dwk_",
        token, session["account_token"].string, session["refresh_token"].string,
      ]
      for bearer in bearers {
        let answer = try await introspect(server, bearer, token)
        #expect(answer.status == 401, "\(bearer ?? "none")")
        #expect(answer["error"] == "invalid_client")
        #expect(answer.fields["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
        #expect(answer["active"] == .null)
      }
      var twice: HTTPFields = ["Authorization": "Bearer \(key)"]
      twice.append("Authorization", "Bearer \(key)")
      #expect(try await server.api.form("/v1/introspect", "token=\(token)", fields: twice).status == 401)
      #expect(try await server.api.form("/v1/introspect", "token=\(token)&api_key=\(key)").status == 401)
      let record = try #require(try await server.administer { try await $0.apiKeys() }.first)
      #expect(try await server.administer { try await $0.revokeAPIKey(record.id.text) })
      #expect(try await introspect(server, key, token).status == 401)
      #expect(try await !server.administer { try await $0.revokeAPIKey(record.id.text) })
    }
  }

  @Test("An API key gives no access to the account routes")
  func keyIsNoUser() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      for path in ["/v1/user", "/v1/sessions", "/v1/user/identities"] {
        #expect(try await server.api.send(.get, path, bearer: key).status == 401)
      }
    }
  }

  @Test("The body is a form or JSON; a repeated or missing parameter, or another type, gets an OAuth error")
  func bodies() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["access_token"].string)
      let fields: HTTPFields = ["Authorization": "Bearer \(key)"]
      let json = try await server.api.send(
        .post, "/v1/introspect", ["token": .string(token), "token_type_hint": 7], fields: fields)
      #expect(json["active"] == true)
      let hinted = try await server.api.form(
        "/v1/introspect", "token=\(token)&token_type_hint=refresh_token&x=1", fields: fields)
      #expect(hinted["active"] == true)
      for body in [
        "token=\(token)&token=x", "token=x&t%6Fken=\(token)", "", "token=", "tok=\(token)", "token=%zz",
      ] {
        let answer = try await server.api.form("/v1/introspect", body, fields: fields)
        #expect(answer.status == 400, "\(body)")
        #expect(answer["error"] == "invalid_request")
        #expect(answer.fields["Content-Type"] == "application/json")
        #expect(answer["trace_id"].string?.isEmpty == false)
      }
      let twice = Array(#"{"token":"\#(token)","token":"x"}"#.utf8)
      #expect(try await server.api.raw(.post, "/v1/introspect", twice, fields: fields).status == 400)
      let text = try await server.api.raw(
        .post, "/v1/introspect", Array("token=x".utf8), type: "text/plain", fields: fields)
      #expect(text.status == 415)
      #expect(text["error"] == "invalid_request")
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Testing

/// The calls that an API key allows, and the data of a user that a backend can read.
@Suite struct BackendGrantTests {
  private static func calls(
    _ server: TestServer, _ key: String, _ session: TestAPI.Answer
  ) async throws -> [APIKeyScope: TestAPI.Answer] {
    let path = "/v1/users/\(session["user"]["id"]?.string ?? "")"
    return [
      .introspect: try await server.api.send(
        .post, "/v1/introspect", ["token": session["access_token"]], bearer: key),
      .readUsers: try await server.api.send(.get, path, bearer: key),
      .writeUsers: try await server.api.send(.patch, path, ["app_metadata": ["a": 1]], bearer: key),
    ]
  }

  @Test(arguments: APIKeyScope.allCases)
  func keyAllowsOnlyTheCallsOfItsScopes(_ scope: APIKeyScope) async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let key = try await server.apiKey(scopes: [scope])
      for (other, answer) in try await Self.calls(server, key, session) {
        if other == scope {
          #expect(answer.status == 200)
        } else {
          #expect(answer.status == 403)
          #expect(answer.fields["WWW-Authenticate"]?.contains(other.rawValue) == true)
        }
      }
    }
  }

  @Test func keyWithWriteScopeOnlyReadsNothingElse() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      _ = try await server.api.send(
        .patch, "/v1/user", ["name": "Ann", "metadata": ["theme": "dark"]], bearer: try session.account)
      let key = try await server.apiKey(scopes: [.writeUsers])
      let path = "/v1/users/\(session["user"]["id"]?.string ?? "")"
      for patch: JSONValue in [[:], ["app_metadata": ["plan": "pro"]]] {
        let answer = try await server.api.send(.patch, path, patch, bearer: key)
        #expect(answer.status == 200)
        #expect(answer["name"] == .null && answer["metadata"] == [:] && answer["identities"] == [])
      }
    }
  }

  @Test func keyIntrospectsByDefault() async throws {
    try await TestServer.run { server in
      let (record, _) = try await server.administer { try await $0.createAPIKey(name: "x", application: nil) }
      #expect(record.scopes == [.introspect])
      #expect(try await server.administer { try await $0.apiKeys() }.map(\.scopes) == [[.introspect]])
    }
  }

  @Test func backendReadsWhatTheUserHasGranted() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let page = try await EthereumTestWallet().signIn(browser)
      _ = try await browser.send(
        .patch, "/session/user", ["name": "Ann", "locale": "de", "metadata": ["theme": "dark"]])
      let id = try #require(page["user"]["id"]?.string)
      let key = try await server.apiKey("site")
      let client = try TestClient.site(server)
      func seen() async throws -> TestAPI.Answer {
        try await server.api.send(.get, "/v1/users/\(id)", bearer: key)
      }
      #expect(try await seen().code == "not_found")
      // The session on the hosted page belongs to the server, not to the first application.
      let first = try await server.apiKey("default")
      #expect(try await server.api.send(.get, "/v1/users/\(id)", bearer: first).code == "not_found")

      _ = try await client.exchange(try await client.code(browser, ["scope": "openid"]))
      let least = try await seen()
      #expect(least["id"] == .string(id))
      #expect(least["name"] == .null && least["locale"] == .null && least["identities"] == [])
      #expect(least["metadata"] == [:] && least["last_sign_in_at"] == .null)

      _ = try await client.exchange(try await client.code(browser, ["scope": "openid profile"]))
      let profile = try await seen()
      #expect(profile["name"] == "Ann" && profile["locale"] == "de")
      #expect(profile["identities"] == [] && profile["metadata"] == [:])

      _ = try await client.exchange(try await client.code(browser, ["scope": "user:read"]))
      let user = try await seen()
      #expect(user["identities"].array?.count == 1)
      #expect(user["last_sign_in_at"] != .null && user["metadata"] == [:])
      #expect(user.json.object?.map(\.key) == least.json.object?.map(\.key))

      // A sign-in with fewer scopes does not revoke the others.
      _ = try await client.exchange(try await client.code(browser, ["scope": "openid"]))
      #expect(try await seen().json == user.json)
    }
  }

  @Test func backendDoesNotReadScopesThatTheOperatorRemoved() async throws {
    var narrowed = TestClient.settings
    var applications = narrowed["applications"]?.array ?? []
    var site = applications[1].object ?? [:]
    site["scopes"] = ["openid"]
    applications[1] = .object(site)
    narrowed["applications"] = .array(applications)
    try await TestServer.restart(TestClient.settings, narrowed) { server in
      let browser = try await TestBrowser.signedIn(server)
      _ = try await browser.send(.patch, "/session/user", ["name": "Ann"])
      let client = try TestClient.site(server)
      _ = try await client.exchange(try await client.code(browser, ["scope": "openid profile"]))
      let id = try #require(try await browser.send(.get, "/session/state")["user"]["id"]?.string)
      return (id, try await server.apiKey("site"))
    } _: { server, known in
      let seen = try await server.api.send(.get, "/v1/users/\(known.0)", bearer: known.1)
      #expect(seen["id"] == .string(known.0))
      #expect(seen["name"] == .null)
    }
  }

  @Test func eachApplicationHasItsOwnMetadata() async throws {
    let settings: JSONObject = ["applications": [["id": "shop"], ["id": "game", "scopes": ["account"]]]]
    try await TestServer.run(settings) { server in
      let wallet = EthereumTestWallet()
      var sessions: [String: TestAPI.Answer] = [:]
      for name in ["shop", "game"] {
        sessions[name] = try await wallet.signIn(server, fields: ["Doorward-Application": .init(name)])
        let key = try await server.apiKey(name)
        let id = try #require(sessions[name]?["user"]["id"]?.string)
        let written = try await server.api.send(
          .patch, "/v1/users/\(id)", ["app_metadata": ["of": .string(name)]], bearer: key)
        #expect(written["app_metadata"] == ["of": .string(name)])
      }
      for (name, session) in sessions {
        let user = try await server.api.send(.get, "/v1/user", bearer: try session.account)
        #expect(user["app_metadata"] == ["of": .string(name)])
        let token = session["access_token"].string
        #expect(
          try await server.api.send(.get, "/v1/user", bearer: token)["app_metadata"]
            == ["of": .string(name)])
      }
    }
  }
}

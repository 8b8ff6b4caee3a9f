import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Testing

/// The roles of users in applications.
@Suite struct RoleTests {
  private static func settings(_ roles: [JSONValue], other: [JSONValue] = ["editor"]) -> JSONObject {
    var settings = TestClient.settings
    var applications = settings["applications"]?.array ?? []
    applications[0] = ["id": "default", "roles": .array(other)]
    applications[1] = .object((applications[1].object ?? [:]).merging(patch: ["roles": .array(roles)]))
    // No user has a session of this application.
    applications.append(["id": "quiet", "roles": ["editor"]])
    settings["applications"] = .array(applications)
    return settings
  }

  /// A user of the site, with the tokens of a session that can be refreshed.
  private struct Scene {
    let server: TestServer
    let client: TestClient
    let browser: TestBrowser
    let tokens: TestAPI.Answer
    let user: String
    let key: String

    init(_ server: TestServer, scope: String = "openid offline_access") async throws {
      self.server = server
      client = try TestClient.site(server)
      browser = try await TestBrowser.signedIn(server)
      tokens = try await client.exchange(try await client.code(browser, ["scope": scope]))
      user = try #require(try TestClient.claims(of: tokens["id_token"])["sub"]?.string)
      key = try await server.apiKey("site")
    }

    func give(_ roles: JSONValue, key: String? = nil) async throws -> TestAPI.Answer {
      try await server.listening.send(
        .patch, "/v1/users/\(user)", ["roles": roles], bearer: key ?? self.key)
    }

    func introspected(_ token: JSONValue, at other: TestServer? = nil, key: String? = nil) async throws
      -> JSONValue
    {
      try await (other ?? server).listening.form(
        "/v1/introspect", "token=\(token.string ?? "")",
        fields: ["Authorization": "Bearer \(key ?? self.key)"])["roles"]
    }
  }

  @Test("A role is in each token and answer of its application, from the next refresh or introspection on")
  func everywhere() async throws {
    try await TestServer.run(Self.settings(["editor", "admin"])) { server in
      let scene = try await Scene(server)
      let access = scene.tokens["access_token"]
      #expect(try TestClient.claims(of: access)["roles"] == [])
      #expect(try TestClient.claims(of: scene.tokens["id_token"])["roles"] == [])
      let changed = try await scene.give(["admin", "editor", "admin"])
      #expect(changed.status == 200 && changed["roles"] == ["editor", "admin"])
      #expect(try await scene.introspected(access) == ["editor", "admin"])
      // The token itself is from before the change.
      #expect(try TestClient.claims(of: access)["roles"] == [])
      let refreshed = try await scene.client.refresh(scene.tokens["refresh_token"].string ?? "")
      #expect(try TestClient.claims(of: refreshed["access_token"])["roles"] == ["editor", "admin"])
      let info = try await server.api.send(.get, "/v1/userinfo", bearer: access.string)
      #expect(info["roles"] == ["editor", "admin"])
      let again = try await scene.client.exchange(try await scene.client.code(scene.browser))
      #expect(try TestClient.claims(of: again["id_token"])["roles"] == ["editor", "admin"])
      let list = try await server.api.send(.get, "/v1/users", bearer: scene.key)
      #expect(list["items"][0]?["roles"] == ["editor", "admin"])
      #expect(try await scene.give(.null)["roles"] == [])
      #expect(try await scene.introspected(refreshed["access_token"]) == [])
    }
  }

  @Test("An application without roles has no such claim, and no application has the roles of another")
  func separate() async throws {
    try await TestServer.run(Self.settings(["editor"])) { server in
      let scene = try await Scene(server, scope: "openid")
      _ = try await scene.give(["editor"])
      let own = try TestClient(server)
      let tokens = try await own.exchange(try await own.code(scene.browser))
      #expect(try TestClient.claims(of: tokens["access_token"])["roles"] == [])
      let app = try TestClient(server, "app", redirectURI: "com.example.app:/callback")
      let other = try await app.exchange(try await app.code(scene.browser))
      for token in ["access_token", "id_token"] {
        #expect(try TestClient.claims(of: other[token])["roles"] == nil)
      }
      let first = try await server.apiKey("default")
      #expect(
        try await server.api.send(.get, "/v1/users/\(scene.user)", bearer: first)["roles"] == [])
    }
  }

  @Test("A role that the application does not list is refused, and so are other values")
  func refused() async throws {
    try await TestServer.run(Self.settings(["editor"])) { server in
      let scene = try await Scene(server)
      _ = try await scene.give(["editor"])
      for (value, status, code) in [
        (["owner"], 422, "unknown_role"), (["editor", "Editor"], 422, "unknown_role"),
        ([""], 422, "unknown_role"), ("editor", 400, "wrong_type"), (["editor", 1], 400, "wrong_type"),
        (["editor": true], 400, "wrong_type"),
      ] as [(JSONValue, Int, String)] {
        let answer = try await scene.give(value)
        #expect(answer.status == status && answer.code == code, "\(value)")
      }
      #expect(try await scene.introspected(scene.tokens["access_token"]) == ["editor"])
      let (_, reader) = try await server.administer {
        try await $0.createAPIKey(name: "x", application: "site", scopes: [.readUsers])
      }
      let weak = try await scene.give(["editor"], key: reader.text)
      #expect(weak.status == 403 && weak.code == "insufficient_scope")
      let foreign = try await server.apiKey("app")
      #expect(try await scene.give([], key: foreign).status == 404)
    }
  }

  @Test("Case 13: users do not give themselves roles")
  func ownRoles() async throws {
    try await TestServer.run(Self.settings(["editor"])) { server in
      let session = try await EthereumTestWallet().signIn(server)
      let answer = try await server.api.send(
        .patch, "/v1/user", ["roles": ["editor"], "name": "Ann"], bearer: session.account)
      #expect(answer.status == 200 && answer["roles"] == .null)
      let refreshed = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(session["refresh_token"].string ?? "")")
      #expect(try TestClient.claims(of: refreshed["access_token"])["roles"] == [])
      // The account token is not for backends.
      #expect(try TestClient.claims(of: refreshed["account_token"])["roles"] == nil)
    }
  }

  @Test(
    "A role that the operator removes from the list counts no more, and counts again if it is added again")
  func unlisted() async throws {
    let directory = try TemporaryDirectory()
    let clock = TestClock()
    func run<Value>(_ roles: [JSONValue], _ body: (TestServer) async throws -> Value) async throws -> Value {
      var settings = Self.settings(roles)
      // The same name at every start, so that tokens stay valid.
      settings["public_url"] = "http://127.0.0.1:1"
      settings["wallet_url"] = "http://localhost:2"
      return try await TestServer.run(settings, in: directory, clock: clock, body)
    }
    let scene = try await run(["editor", "admin"]) { server in
      let scene = try await Scene(server)
      _ = try await scene.give(["editor", "admin"])
      return scene
    }
    for (roles, expected) in [
      (["admin"], ["admin"]), ([], .null), (["admin", "editor"], ["admin", "editor"]),
    ] as [([JSONValue], JSONValue)] {
      let introspected = try await run(roles) { server in
        try await scene.introspected(scene.tokens["access_token"], at: server)
      }
      #expect(introspected == expected)
    }
  }

  @Test("Case 51: a user who removes the access of the application comes back without roles")
  func withdrawn() async throws {
    try await TestServer.run(Self.settings(["editor"])) { server in
      let scene = try await Scene(server)
      _ = try await scene.give(["editor"])
      #expect(try await scene.browser.send(.delete, "/session/applications/site").status == 204)
      #expect(try await scene.give(["editor"]).status == 404)
      let tokens = try await scene.client.exchange(try await scene.client.code(scene.browser))
      #expect(try TestClient.claims(of: tokens["access_token"])["roles"] == [])
    }
  }

  @Test("The operator gives roles by command, to users of the application only")
  func operatorGivesRoles() async throws {
    try await TestServer.run(Self.settings(["editor", "admin"])) { server in
      let scene = try await Scene(server)
      let given = try await server.administer {
        try await $0.setRoles(["admin"], of: scene.user, in: "site")
      }
      #expect(given == ["admin"])
      #expect(try await server.administer { try await $0.roles(of: scene.user, in: "site") } == ["admin"])
      #expect(try await scene.introspected(scene.tokens["access_token"]) == ["admin"])
      await #expect(throws: StoreError(.missing, "")) {
        try await server.administer { try await $0.setRoles(["editor"], of: scene.user, in: "quiet") }
      }
      let error = await #expect(throws: Problem.self) {
        try await server.administer { try await $0.setRoles(["owner"], of: scene.user, in: "site") }
      }
      #expect(error?.code == "unknown_role")
      #expect(
        try await server.administer { try await $0.setRoles([], of: "nobody@example.com", in: "site") } == nil
      )
    }
  }

  private static let names = "1 to 64 letters, digits, dashes, dots, underscores and colons"
  private static let long = String(repeating: "a", count: 65)

  @Test(
    "The configuration refuses names that are no roles, and says why",
    arguments: [
      ([""], "\"\" is not a role: \(names)"), (["two words"], "\"two words\" is not a role: \(names)"),
      (["é"], "\"é\" is not a role: \(names)"), ([.string(long)], "\"\(long)\" is not a role: \(names)"),
      (["a", "a"], "names a role twice"),
      (
        (0...50).map { .string("r\($0)") },
        "must have at most 50 roles: every access token has those of its user"
      ),
    ] as [([JSONValue], String)])
  func configuration(_ roles: [JSONValue], _ reason: String) async throws {
    let error = await #expect(throws: ConfigurationError.self) {
      try await TestServer.run(Self.settings(roles)) { _ in }
    }
    #expect(error?.key == "applications[1].roles" && error?.reason == reason)
  }

  @Test("The configuration refuses a list of roles with another value than a text")
  func number() async throws {
    let error = await #expect(throws: ConfigurationError.self) {
      try await TestServer.run(Self.settings(["editor", 7])) { _ in }
    }
    #expect(error?.key == "applications[1].roles[1]" && error?.reason == "must be text")
  }
}

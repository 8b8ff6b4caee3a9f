import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// If the operator removes a scope from an application, existing sessions lose it.
@Suite struct ScopeWithdrawalTests {
  /// A public app, a confidential site that also signs in devices, and the scopes of each.
  private static func settings(app: [JSONValue]? = nil, site: [JSONValue]?) -> JSONObject {
    var first: JSONObject = ["id": "default", "redirect_uris": ["http://127.0.0.1/callback"]]
    first["scopes"] = app.map(JSONValue.array)
    var applications: [JSONValue] = [.object(first)]
    if let site {
      applications.append([
        "id": "site", "redirect_uris": ["https://site.example/callback"], "device_authorization": true,
        "client_secret_hash": .string(TestClient.secretHash), "scopes": .array(site),
      ])
    }
    // The same name at every start, so that tokens stay valid.
    return [
      "public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2",
      "applications": .array(applications),
    ]
  }

  private static let all: [JSONValue] = ["openid", "profile", "offline_access", "user:read"]

  private func session(
    _ client: TestClient, _ scope: String
  ) async throws -> (TestAPI.Answer, TestBrowser) {
    let browser = try await TestBrowser.signedIn(client.server)
    _ = try await browser.send(.patch, "/session/user", ["name": "Ann Example"])
    return (try await client.exchange(try await client.code(browser, ["scope": scope])), browser)
  }

  @Test("A removed scope is missing in existing tokens and in new ones after a refresh")
  func narrowed() async throws {
    let less: [JSONValue] = ["openid", "offline_access"]
    try await TestServer.restart(Self.settings(site: Self.all), Self.settings(site: less)) { server in
      let client = try TestClient.site(server)
      let (answer, _) = try await session(client, "openid profile offline_access user:read")
      let access = try #require(answer["access_token"].string)
      #expect(try await server.listening.send(.get, "/v1/user", bearer: access).status == 200)
      return (client, access, try #require(answer["refresh_token"].string))
    } _: { server, kept in
      let (client, access, refresh) = kept
      #expect(try await server.listening.send(.get, "/v1/user", bearer: access).code == "insufficient_scope")
      let info = try await server.listening.send(.get, "/v1/userinfo", bearer: access)
      #expect(info.json.object.map { Set($0.keys) } == ["sub"])
      let key = try await server.apiKey("site")
      func introspected(_ token: String) async throws -> TestAPI.Answer {
        try await server.listening.form(
          "/v1/introspect", "token=\(token)", fields: ["Authorization": "Bearer \(key)"])
      }
      #expect(try await introspected(access)["scope"] == "openid")
      // A request for a granted scope is not an error of the client: the answer contains the remaining scopes.
      let answer = try await client.refresh(refresh, ["scope": "openid profile"], at: server)
      #expect(answer.status == 200 && answer["scope"] == "openid")
      #expect(try TestClient.claims(of: answer["access_token"])["scope"] == "openid")
      let next = try #require(answer["refresh_token"].string)
      #expect(
        try await client.refresh(next, ["scope": "profile user:read"], at: server).code == "invalid_scope")
      #expect(try await client.refresh(next, at: server)["scope"] == "openid offline_access")
    }
  }

  @Test("Without offline_access a session cannot be refreshed; if the scope is added again, it can")
  func offlineAccess() async throws {
    let (directory, clock) = (try TemporaryDirectory(), TestClock())
    func run<Value>(_ scopes: [JSONValue], _ body: (TestServer) async throws -> Value) async throws -> Value {
      try await TestServer.run(Self.settings(site: scopes), in: directory, clock: clock, body)
    }
    let (client, answer) = try await run(Self.all) { server in
      let client = try TestClient.site(server)
      return (client, try await session(client, "openid offline_access").0)
    }
    let refresh = try #require(answer["refresh_token"].string)
    try await run(["openid"]) { server in
      let key = try await server.apiKey("site")
      #expect(try await client.refresh(refresh, at: server)["error"] == "invalid_grant")
      let described = try await server.listening.form(
        "/v1/introspect", "token=\(refresh)", fields: ["Authorization": "Bearer \(key)"])
      #expect(described.json == ["active": false])
      let access = try #require(answer["access_token"].string)
      #expect(try await server.listening.send(.get, "/v1/userinfo", bearer: access).status == 200)
    }
    try await run(Self.all) { server in
      let again = try await client.refresh(refresh, at: server)
      #expect(again.status == 200)
    }
  }

  @Test("Without account the account routes refuse the tokens of browser sign-ins and of direct sign-ins")
  func account() async throws {
    let less: [JSONValue] = ["openid", "offline_access"]
    try await TestServer.restart(Self.settings(site: nil), Self.settings(app: less, site: nil)) { server in
      let client = try TestClient(server)
      let (whole, browser) = try await session(client, "openid account")
      let own = try await EthereumTestWallet().signIn(server)
      let tokens = try [whole, own].map { answer in
        (try #require(answer["account_token"].string), try #require(answer["access_token"].string))
      }
      return (client, tokens, [whole, own].map { $0["refresh_token"].string ?? "" }, browser)
    } _: { server, kept in
      let (client, tokens, refresh, browser) = kept
      for (account, access) in tokens {
        for path in ["/v1/user", "/v1/sessions", "/v1/user/identities"] {
          #expect(try await server.listening.send(.get, path, bearer: account).code == "invalid_token")
        }
        #expect(try await server.listening.send(.post, "/v1/sign-out", [:], bearer: account).status == 401)
        #expect(try await server.listening.send(.delete, "/v1/user", bearer: account).status == 401)
        #expect(try await server.listening.send(.get, "/v1/user", bearer: access).status != 200)
      }
      // The browser sign-in keeps its other scopes. It cannot be refreshed, because it has no account scope.
      let info = try await server.listening.send(.get, "/v1/userinfo", bearer: tokens[0].1)
      #expect(info.status == 200)
      for token in refresh {
        #expect(try await client.refresh(token, at: server)["error"] == "invalid_grant")
      }
      // The page belongs to the server, so an application's scopes do not limit it.
      let state = await browser.moved(to: server)
      #expect(try await state.isSignedIn)
    }
  }

  @Test(
    "A code and a device that were allowed before give the remaining scopes, and are refused if none is left")
  func pending() async throws {
    let scope = "openid profile offline_access"
    for (less, expected) in [
      (["openid"], "openid"), (["profile", "user:read"], nil),
    ] as [([JSONValue], JSONValue?)] {
      try await TestServer.restart(Self.settings(site: Self.all), Self.settings(site: less)) { server in
        let client = try TestClient.site(server)
        let browser = try await TestBrowser.signedIn(server)
        let device = try await TestDevice(server, "site", scope: scope, secret: TestClient.secret)
        try await device.decide("allow", browser)
        let waiting = try await TestDevice(server, "site", scope: scope, secret: TestClient.secret)
        return (client, try await client.code(browser, ["scope": scope]), device, waiting, browser)
      } _: { server, kept in
        let (client, code, device, waiting, browser) = kept
        let page = await browser.moved(to: server)
        let shown = try await waiting.find(page)
        #expect(expected == nil ? shown.code == "invalid_user_code" : shown["scopes"] == ["openid"])
        for answer in [
          try await client.exchange(code, at: server), try await device.poll(at: server),
        ] {
          #expect(answer["scope"] == expected ?? .null)
          #expect(answer["refresh_token"] == .null)
          if expected == nil { #expect(answer.status == 400 && answer["error"] == "invalid_grant") }
        }
      }
    }
  }

  @Test("If an application is removed, its tokens, refreshes, codes and devices no longer work")
  func removed() async throws {
    try await TestServer.restart(Self.settings(site: Self.all), Self.settings(site: nil)) { server in
      let client = try TestClient.site(server)
      let (answer, browser) = try await session(client, "openid offline_access user:read")
      let device = try await TestDevice(server, "site", secret: TestClient.secret)
      return (client, answer, browser, try await client.code(browser), device)
    } _: { server, kept in
      let (client, answer, browser, code, device) = kept
      let access = try #require(answer["access_token"].string)
      let refresh = try #require(answer["refresh_token"].string)
      for path in ["/v1/user", "/v1/userinfo"] {
        #expect(try await server.listening.send(.get, path, bearer: access).code == "invalid_token")
      }
      #expect(try await client.refresh(refresh, at: server)["error"] == "invalid_client")
      let nameless = try await server.listening.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
      #expect(nameless["error"] == "invalid_grant")
      #expect(try await client.exchange(code, at: server)["error"] == "invalid_client")
      #expect(try await device.poll(at: server)["error"] == "invalid_client")
      let page = await browser.moved(to: server)
      #expect(try await device.find(page).code == "invalid_user_code")
      // The session has ended, and an app of the application can still sign out.
      let before = try await page.send(.get, "/session/sessions")["items"].array?.count
      let stranger = try await server.listening.form(
        "/v1/revoke", "client_id=elsewhere&token=\(refresh)")
      #expect(stranger["error"] == "invalid_client" && before == 1)
      #expect(
        try await server.listening.form("/v1/revoke", "client_id=site&token=\(refresh)").status == 200)
      #expect(try await page.send(.get, "/session/sessions")["items"].array?.count == 1)
    }
  }
}

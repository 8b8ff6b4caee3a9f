import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// A user withdraws what an application was granted (case 32).
@Suite struct GrantWithdrawalTests {
  private static let settings: JSONObject = [
    "applications": [
      ["id": "default", "redirect_uris": ["http://127.0.0.1/callback"]],
      [
        "id": "site", "name": "Example Site", "redirect_uris": ["https://site.example/callback"],
        "client_secret_hash": .string(TestClient.secretHash), "device_authorization": true,
        "scopes": ["openid", "profile", "offline_access", "user:read"],
      ],
    ]
  ]
  private static let scope = ["scope": "openid offline_access user:read" as String?]

  @Test func `the tokens of the application end, and its backend reads the user no more`() async throws {
    try await TestServer.run(Self.settings) { server in
      let (site, app) = (try TestClient.site(server), try TestClient(server))
      let browser = try await TestBrowser.signedIn(server)
      let stranger = try await TestBrowser.signedIn(server)
      let session = try await site.exchange(try await site.code(browser, Self.scope))
      let other = try await app.exchange(try await app.code(browser, ["scope": "openid offline_access"]))
      let foreign = try await site.exchange(try await site.code(stranger, Self.scope))
      let id = try #require(try TestClient.claims(of: session["access_token"])["sub"]?.string)
      let key = try await server.apiKey("site")
      _ = try await server.listening.send(
        .patch, "/v1/users/\(id)", ["app_metadata": ["plan": "gold"]], bearer: key)
      let listed = try await browser.send(.get, "/session/applications")
      #expect(
        listed["items"].array?.last == [
          "application_id": "site", "name": "Example Site",
          "scopes": ["openid", "offline_access", "user:read"],
        ])
      #expect(listed["items"].array?.count == 2)

      #expect(try await browser.send(.delete, "/session/applications/site").status == 204)

      #expect(try await site.refresh(session.refreshToken).code == "invalid_grant")
      let access = try #require(session["access_token"].string)
      #expect(try await server.listening.send(.get, "/v1/user", bearer: access).status == 401)
      #expect(try await server.listening.send(.get, "/v1/users/\(id)", bearer: key).status == 404)
      #expect(try await browser.send(.get, "/session/applications")["items"].array?.count == 1)
      // The page, other applications and other users are not affected.
      #expect(try await app.refresh(other.refreshToken).status == 200)
      #expect(try await site.refresh(foreign.refreshToken).status == 200)
      // The user can grant it again. The application starts without its data.
      let again = try await site.exchange(try await site.code(browser, Self.scope))
      #expect(again.status == 200)
      let user = try await server.listening.send(.get, "/v1/users/\(id)", bearer: key)
      #expect(user["app_metadata"] == [:])
    }
  }

  @Test func `an unspent code and the approval of a device are void`() async throws {
    try await TestServer.run(Self.settings) { server in
      let site = try TestClient.site(server)
      let browser = try await TestBrowser.signedIn(server)
      _ = try await site.exchange(try await site.code(browser, Self.scope))
      let code = try await site.code(browser, Self.scope)
      let device = try await TestDevice(server, "site", secret: TestClient.secret)
      try await device.decide("allow", browser)
      #expect(try await browser.send(.delete, "/session/applications/site").status == 204)
      #expect(try await site.exchange(code).code == "invalid_grant")
      #expect(try await device.poll().code == "access_denied")
      #expect(try await browser.send(.get, "/session/applications")["items"] == [])
    }
  }

  @Test func `only the page of the user can withdraw, and only what exists`() async throws {
    try await TestServer.run(Self.settings) { server in
      let site = try TestClient.site(server)
      let browser = try await TestBrowser.signedIn(server)
      let session = try await site.exchange(try await site.code(browser, Self.scope))
      let path = "/session/applications/site"
      let token = try #require(session["access_token"].string)
      #expect(try await server.listening.send(.delete, path, bearer: token).code == "cross_origin")
      #expect(try await TestBrowser(server).send(.delete, path).status == 401)
      let stranger = try await TestBrowser.signedIn(server)
      #expect(try await stranger.send(.delete, path).code == "not_found")
      for id in ["unknown", "sit", "SITE"] {
        #expect(try await browser.send(.delete, "/session/applications/\(id)").status == 404, "\(id)")
      }
      #expect(try await site.refresh(session.refreshToken).status == 200)
      #expect(try await browser.send(.delete, path).status == 204)
      #expect(try await browser.send(.delete, path).code == "not_found")
    }
  }
}

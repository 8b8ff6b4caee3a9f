import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// The claims of each scope (OpenID Connect Core §5.4), in the ID token and in userinfo.
@Suite struct ScopeClaimsTests {
  private static let email = "ada@example.com"
  private static let settings: JSONObject = {
    var settings = TestClient.settings
    let page: JSONValue = ["id": "default", "password": ["identifiers": ["email", "username"]]]
    settings["applications"] = .array([page] + (settings["applications"]?.array ?? []).dropFirst())
    return settings
  }()

  /// The page of a user whose backend has given every claim except a photo. The user has proven no address.
  private static func vouched(_ server: TestServer) async throws -> TestBrowser {
    let created = try await server.api.send(
      .post, "/v1/users",
      [
        "email": .string(email), "phone_number": "+4915123456789", "username": "Ada_L",
        "password": .string(TestCodes.password), "name": "Ada L", "first_name": "Ada", "last_name": "L",
        "locale": "en-GB",
      ], bearer: try await server.apiKey())
    #expect(created.status == 201)
    return try await signedIn(server)
  }

  private static func signedIn(_ server: TestServer) async throws -> TestBrowser {
    let browser = TestBrowser(server)
    let answer = try await browser.send(
      .post, "/session/password/sign-in",
      ["identifier": .string(email), "password": .string(TestCodes.password)])
    #expect(answer.status == 200)
    return browser
  }

  /// The claims about the user: the same in an ID token and in userinfo.
  private static func claims(
    _ client: TestClient, _ browser: TestBrowser, _ changes: [String: String?]
  ) async throws -> JSONObject {
    let answer = try await client.exchange(try await client.code(browser, changes))
    let info = try await client.server.api.send(
      .get, "/v1/userinfo", bearer: answer["access_token"].string)
    var claims = try #require(info.json.object)
    let token = try #require(try TestClient.claims(of: answer["id_token"]).object)
    #expect(claims.allSatisfy { token[$0.key] == $0.value })
    claims["sub"] = nil
    #expect(Set(token.keys).isDisjoint(with: Self.all.subtracting(claims.keys)))
    return claims
  }

  private static let profile: Set<String> = [
    "name", "given_name", "family_name", "locale", "preferred_username", "updated_at",
  ]
  private static let all: Set<String> = profile.union([
    "email", "email_verified", "phone_number", "phone_number_verified",
  ])

  @Test("Each scope opens its claims, and an address that nobody has proven is not verified")
  func scopes() async throws {
    try await TestServer.runWithMail(Self.settings) { server, _ in
      let browser = try await Self.vouched(server)
      let client = try TestClient.site(server)
      let expectations: [(String, Set<String>)] = [
        ("openid", []), ("openid profile", Self.profile), ("openid email", ["email", "email_verified"]),
        ("openid phone", ["phone_number", "phone_number_verified"]), ("openid profile email phone", Self.all),
      ]
      for (scope, names) in expectations {
        let claims = try await Self.claims(client, browser, ["scope": scope])
        #expect(Set(claims.keys) == names, "\(scope)")
        for name in ["email_verified", "phone_number_verified"] where names.contains(name) {
          #expect(claims[name] == false)
        }
      }
      let claims = try await Self.claims(client, browser, ["scope": "openid profile email phone"])
      #expect(claims["email"] == .string(Self.email) && claims["phone_number"] == "+4915123456789")
      #expect(claims["preferred_username"] == "ada_l" && claims["given_name"] == "Ada")
    }
  }

  @Test("A proven address is verified, and a user without an address has no such claim")
  func proven() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      _ = try await TestCodes(server, mailbox).registered(Self.email)
      let client = try TestClient.site(server)
      let browser = try await Self.signedIn(server)
      #expect(
        try await Self.claims(client, browser, ["scope": "openid email phone"])
          == ["email": .string(Self.email), "email_verified": true])
      let wallet = try await TestBrowser.signedIn(server)
      #expect(try await Self.claims(client, wallet, ["scope": "openid email phone"]) == [:])
    }
  }

  @Test("updated_at is the time of the last change of a claim, and a sign-in changes none")
  func updatedAt() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let created = Int64(server.clock.now.timeIntervalSince1970)
      let codes = try TestCodes(server, mailbox)
      let account = try await codes.registered(Self.email).account
      let client = try TestClient.site(server)
      func updatedAt() async throws -> Int64? {
        // The page's session may be that of a removed address.
        let browser = try await Self.signedIn(server)
        return try await Self.claims(client, browser, ["scope": "openid profile"])["updated_at"]?.int64
      }
      server.clock.advance(by: 10)
      #expect(try await updatedAt() == created)
      for (seconds, change) in [
        (10, ["name": "Ada"]), (10, ["username": "ada_l"]), (10, ["username": nil]), (0, ["name": "Ada"]),
        (0, ["metadata": ["theme": "dark"]]),
      ] as [(Int64, JSONValue)] {
        let before = try await updatedAt()
        server.clock.advance(by: 10)
        #expect(try await server.api.send(.patch, "/v1/user", change, bearer: account).status == 200)
        let now = Int64(server.clock.now.timeIntervalSince1970)
        #expect(try await updatedAt() == (seconds > 0 ? now : before), "\(change)")
        server.clock.advance(by: 10)
      }
      server.clock.advance(by: 10)
      let photo = try await server.upload(TestPhotos.image("picture.png"), account)
      #expect(photo.status == 200)
      #expect(try await updatedAt() == Int64(server.clock.now.timeIntervalSince1970))
    }
  }

  @Test("email, phone and claims that an application may not have are left out, and other scopes are refused")
  func leftOut() async throws {
    var settings = Self.settings
    var applications = settings["applications"]?.array ?? []
    applications[1] = .object(
      (applications[1].object ?? [:]).merging(patch: ["scopes": ["openid", "profile"]]))
    settings["applications"] = .array(applications)
    try await TestServer.runWithMail(settings) { server, _ in
      let browser = try await Self.vouched(server)
      let client = try TestClient.site(server)
      let answer = try await client.exchange(
        try await client.code(browser, ["scope": "openid profile email phone"]))
      #expect(answer["scope"] == "openid profile")
      let refused = try await client.authorize(["scope": "openid offline_access"])
      #expect(TestClient.query(of: refused.fields["Location"])["error"] == "invalid_scope")
      // The same for claims.
      let claims = "{\"userinfo\": {\"email\": null, \"name\": null}}"
      #expect(Set(try await Self.claims(client, browser, ["claims": claims]).keys) == Self.profile)
    }
  }

  @Test("A backend sees the address of a user who has granted it, finds the user by it, and sees no more")
  func backend() async throws {
    try await TestServer.runWithMail(Self.settings) { server, _ in
      let browser = try await Self.vouched(server)
      let client = try TestClient.site(server)
      let key = try await server.apiKey("site")
      func found(_ filter: String) async throws -> JSONValue? {
        try await server.api.send(.get, "/v1/users?\(filter)", bearer: key)["items"][0]
      }
      let (email, phone) = ("email=ada%40example.com", "phone_number=%2B4915123456789")
      _ = try await client.exchange(try await client.code(browser))
      #expect(try await found(email) == nil)
      #expect(try await found("limit=1")?["email"] == .null)
      _ = try await client.exchange(try await client.code(browser, ["scope": "openid email"]))
      let user = try #require(try await found(email))
      #expect(user["email"] == .string(Self.email) && user["email_verified"] == false)
      #expect(user["phone_number"] == .null && user["identities"] == [] && user["name"] == .null)
      #expect(try await found(phone) == nil)
      _ = try await client.exchange(try await client.code(browser, ["scope": "openid phone"]))
      #expect(try await found(phone)?["phone_number"] == "+4915123456789")
      #expect(try await found("username=ada_l") == nil)
    }
  }
}

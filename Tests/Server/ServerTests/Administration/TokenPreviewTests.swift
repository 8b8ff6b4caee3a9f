import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The claims that the tokens of a user would have, for administrators.
@Suite struct TokenPreviewTests {
  private static var settings: JSONObject {
    [
      "applications": [
        ["id": "default", "first_party": false],
        [
          "id": "site", "name": "Example Site", "redirect_uris": ["https://site.example/callback"],
          "client_secret_hash": .string(TestClient.secretHash), "roles": ["editor"],
        ],
        [
          "id": "club", "redirect_uris": ["https://club.example/callback"], "sign_up": "invited",
          "client_secret_hash": .string(TestClient.secretHash), "scopes": ["openid", "email"],
        ],
      ]
    ]
  }

  private static func key(
    _ server: TestServer, _ scopes: Set<AdministrationScope> = [.readUsers]
  ) async throws -> String {
    try await server.administer { try await $0.createAdministrationKey(name: "tests", scopes: scopes).1.text }
  }

  private static func preview(
    _ server: TestServer, _ key: String, of user: String, in application: String = "site",
    _ scope: String? = nil
  ) async throws -> TestAPI.Answer {
    let query = scope.map { "&scope=\($0.replacingOccurrences(of: " ", with: "+"))" } ?? ""
    return try await server.listening.send(
      .get, "/v1/admin/applications/\(application)/token-preview?user=\(user)\(query)", bearer: key)
  }

  /// The members without those that each token has anew.
  private static func lasting(_ claims: JSONValue?, without names: String...) -> JSONObject {
    var claims = claims?.object ?? JSONObject()
    for name in names { claims[name] = JSONValue?.none }
    return claims
  }

  @Test(arguments: ["openid", "openid profile email offline_access", "user:read", "openid user:read"])
  func claimsAreThoseOfTheTokens(_ scope: String) async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = TestBrowser(server)
      let user = try #require(
        try await EthereumTestWallet().signIn(browser)["user"]["id"]?.string)
      let client = try TestClient.site(server)
      let tokens = try await client.exchange(client.code(browser, ["scope": scope]))
      let preview = try await Self.preview(server, Self.key(server), of: user, scope)
      #expect(preview.status == 200 && preview["refusal"] == .null && preview["scope"] == tokens["scope"])
      let access = try TestClient.claims(of: tokens["access_token"])
      #expect(
        Self.lasting(preview["access_token"], without: "jti", "sid")
          == Self.lasting(access, without: "jti", "sid"))
      guard scope.contains("openid") else {
        #expect(preview["id_token"] == .null && tokens["id_token"] == .null)
        #expect(preview["userinfo"] == .null)
        return
      }
      let userinfo = try await server.api.send(
        .get, "/v1/userinfo", bearer: tokens["access_token"].string)
      #expect(userinfo.status == 200 && preview["userinfo"].object == userinfo.json.object)
      let id = try TestClient.claims(of: tokens["id_token"])
      #expect(preview["id_token"].object == Self.lasting(id, without: "nonce", "at_hash"))
      #expect(preview["session_id"] == id["sid"])
      #expect(access["roles"] == [] && preview["access_token"]["roles"] == [])
    }
  }

  @Test func userWhoCannotUseTheApplicationHasNoClaims() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = TestBrowser(server)
      let user = try #require(
        try await EthereumTestWallet().signIn(browser)["user"]["id"]?.string)
      let key = try await Self.key(server)
      func refused(_ application: String, _ scope: String?, _ code: JSONValue) async throws {
        let preview = try await Self.preview(server, key, of: user, in: application, scope)
        #expect(preview.status == 200 && preview["refusal"]["code"] == code)
        #expect(preview["refusal"]["detail"]?.string?.isEmpty == false)
        for name in ["access_token", "id_token", "userinfo"] { #expect(preview[name] == .null) }
      }
      try await refused("club", nil, "invitation_required")
      try await refused("site", "email", "invalid_scope")
      #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: nil) })
      try await refused("site", nil, "user_banned")
    }
  }

  @Test func signedOutUserHasNoClaimsOfASignIn() async throws {
    try await TestServer.run(Self.settings) { server in
      let browser = TestBrowser(server)
      let user = try #require(
        try await EthereumTestWallet().signIn(browser)["user"]["id"]?.string)
      _ = try await browser.send(.post, "/session/sign-out", ["scope": "this"])
      let key = try await Self.key(server)
      let preview = try await Self.preview(server, key, of: user, "openid")
      #expect(preview["session_id"] == .null && preview["refusal"] == .null)
      for token in ["access_token", "id_token"] {
        let claims = preview[token]
        #expect(claims["sub"]?.string == user && claims["client_id"] ?? claims["azp"] == "site")
        for name in ["acr", "amr", "auth_time"] { #expect(claims[name] == nil) }
      }
    }
  }

  @Test func unknownUserApplicationAndScopeAreRefused() async throws {
    try await TestServer.run(Self.settings) { server in
      let user = try User.ID(at: moment(0), random: .system).text
      let key = try await Self.key(server)
      #expect(try await Self.preview(server, key, of: user).status == 404)
      #expect(try await Self.preview(server, key, of: user, in: "other").status == 404)
      #expect(try await Self.preview(server, key, of: "ada").code == "invalid_filter")
      let other = try await Self.key(server, [.readApplications])
      #expect(try await Self.preview(server, other, of: user).status == 403)
    }
  }
}

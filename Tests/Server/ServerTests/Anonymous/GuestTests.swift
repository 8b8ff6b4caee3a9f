import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// A guest's token is for backends only. It belongs to no user and gives no access to this server.
@Suite struct GuestTests {
  private static let settings: JSONObject = [
    "applications": [["id": "default", "methods": ["siwe", "guest"]], ["id": "other"]]
  ]

  @Test("An application has guests only if its configuration says so")
  func offer() async throws {
    try await TestServer.run(Self.settings) { server async throws in
      #expect(try await server.api.send(.get, "/v1/config")["methods"] == ["siwe", "guest"])
      let other: HTTPFields = ["Doorward-Application": "other"]
      #expect(try await server.api.send(.post, "/v1/guest", [:], fields: other).code == "method_not_offered")
    }
  }

  @Test("A guest's token names its application and no user; each call without a secret makes another guest")
  func token() async throws {
    try await TestServer.run(Self.settings) { server in
      let guest = try await server.api.send(.post, "/v1/guest", [:])
      #expect(guest.status == 200)
      #expect(guest.fields["Cache-Control"] == "no-store")
      #expect(
        guest.json.object?.keys.sorted() == [
          "access_token", "expires_in", "guest_id", "guest_secret", "token_type",
        ])
      let id = try #require(guest["guest_id"].string)
      #expect(id.hasPrefix("guest_"))
      let claims = try guest.claims("access_token")
      #expect(claims["sub"] == .string(id))
      #expect(claims["aud"] == .string("\(server.origin)/applications/default"))
      #expect(claims["client_id"] == "default")
      #expect(claims["scope"] == "guest")
      #expect(claims["amr"] == ["guest"])
      #expect(claims["acr"] == "urn:doorward:acr:anonymous")
      #expect(claims["sid"] == nil)
      #expect(try #require(claims["exp"]?.int64) - #require(claims["iat"]?.int64) == 900)
      #expect(try await server.api.send(.post, "/v1/guest", [:])["guest_id"] != guest["guest_id"])
    }
  }

  @Test(
    "A guest who sends the secret stays the same guest, only in the same application and for a limited time")
  func sameGuest() async throws {
    var settings = Self.settings
    settings["applications"] = [
      ["id": "default", "methods": ["guest"]], ["id": "other", "methods": ["guest"]],
    ]
    try await TestServer.run(settings) { server in
      let guest = try await server.api.send(.post, "/v1/guest", [:])
      let secret = guest["guest_secret"]
      let again = try await server.api.send(.post, "/v1/guest", ["guest_secret": secret])
      #expect(again["guest_id"] == guest["guest_id"])
      #expect(again["guest_secret"] == secret)
      #expect(again["access_token"] != guest["access_token"])
      let other: HTTPFields = ["Doorward-Application": "other"]
      let strangers: [(JSONObject, HTTPFields)] = [
        (["guest_secret": .string((secret.string ?? "") + "A")], [:]), (["guest_secret": ""], [:]),
        // A time outside the calendar, and no valid MAC.
        (
          [
            "guest_secret": .string(
              "dwg_"
                + Base64URL.encode([UInt8](repeating: 0x7f, count: 24) + [UInt8](repeating: 0, count: 32)))
          ], [:]
        ),
        // The token that backends get does not work as the secret, neither in the body nor as bearer token.
        (["guest_secret": guest["access_token"]], [:]),
        ([:], ["Authorization": "Bearer \(guest["access_token"].string ?? "")"]),
        (["guest_secret": secret], other),
      ]
      for (body, fields) in strangers {
        let stranger = try await server.api.send(.post, "/v1/guest", .object(body), fields: fields)
        #expect(stranger.status == 200)
        #expect(stranger["guest_id"] != guest["guest_id"])
      }
      server.clock.advance(by: 29 * 86_400)
      let late = try await server.api.send(.post, "/v1/guest", ["guest_secret": secret])
      #expect(late["guest_id"] == guest["guest_id"])
      server.clock.advance(by: 2 * 86_400)
      let tooLate = try await server.api.send(.post, "/v1/guest", ["guest_secret": secret])
      #expect(tooLate["guest_id"] != guest["guest_id"])
    }
  }

  @Test("A guest's token gives no access here, registers no user and opens no session")
  func opensNothing() async throws {
    try await TestServer.run(Self.settings) { server in
      let guest = try await server.api.send(.post, "/v1/guest", [:])
      let token = try #require(guest["access_token"].string)
      for path in ["/v1/user", "/v1/sessions", "/v1/user/identities"] {
        #expect(try await server.api.send(.get, path, bearer: token).code == "invalid_token")
      }
      #expect(try await EthereumTestWallet().signIn(server, bearer: token).code == "invalid_token")
      #expect(
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(token)").code
          == "invalid_grant")
      let key = try await server.apiKey()
      let introspection = try await server.api.form(
        "/v1/introspect", "token=\(token)", fields: ["Authorization": "Bearer \(key)"])
      #expect(introspection.json == ["active": false])
      let id = try #require(guest["guest_id"].string)
      #expect(try await server.api.send(.get, "/v1/users/\(id)", bearer: key).code == "not_found")
    }
  }

  @Test("Guests count for the limit of challenges")
  func allowance() async throws {
    var settings = Self.settings
    settings["development"] = false
    settings["rate_limits"] = ["challenge_per_minute": 2]
    try await TestServer.run(settings) { server in
      _ = try await server.api.send(.post, "/v1/guest", [:])
      #expect(try await EthereumTestWallet().challenge(server, TestBinding()).status == 200)
      #expect(try await server.api.send(.post, "/v1/guest", [:]).status == 429)
    }
  }
}

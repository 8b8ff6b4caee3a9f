import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Requests that any website can make a browser send do not use up the limit of the user's network.
@Suite struct ForeignRequestTests {
  private static func settings(_ limits: JSONValue) -> JSONObject {
    var settings = TestClient.settings
    settings["development"] = false
    settings["rate_limits"] = limits
    return settings
  }

  private static let navigations = ["/authorize?x", "/end-session?client_id=unknown"]

  @Test("Browser sign-ins and the steps of their pages have separate limits")
  func ownAllowances() async throws {
    let limits: JSONValue = ["challenge_per_minute": 2, "browser_sign_in_per_minute": 3]
    try await TestServer.run(Self.settings(limits)) { server in
      for path in ["/authorize?x", "/end-session?client_id=unknown", "/authorize?x"] {
        #expect(try await server.api.send(.get, path).status == 400)
      }
      for path in Self.navigations {
        let refused = try await server.api.send(.get, path)
        #expect(refused.status == 429 && refused.fields["Retry-After"] != nil, "\(path)")
      }
      let browser = TestBrowser(server)
      for path in ["/session/authorization", "/session/authorization/allow", "/session/end"] {
        #expect(try await browser.send(.post, path, ["ticket": "x"]).code == "invalid_ticket")
      }
      for path in ["/session/end/confirm", "/session/device/allow", "/session/authorization"] {
        #expect(try await browser.send(.post, path, ["ticket": "x"]).code == "rate_limited", "\(path)")
      }
      for _ in 0..<2 {
        #expect(try await EthereumTestWallet().challenge(server, TestBinding()).status == 200)
      }
    }
  }

  @Test(
    "A request that loads, frames or fetches a page is refused and not counted",
    arguments: ["image", "iframe", "empty", "script", "object", "embed", "style", "fencedframe"])
  func subresources(_ destination: String) async throws {
    try await TestServer.run(Self.settings(["browser_sign_in_per_minute": 2])) { server in
      let fields: HTTPFields = ["Sec-Fetch-Dest": destination, "Sec-Fetch-Site": "cross-site"]
      for path in Self.navigations {
        for _ in 0..<3 {
          let refused = try await server.api.send(.get, path, fields: fields)
          #expect(refused.status == 403 && refused.code == "cross_origin", "\(path)")
        }
        let posted = try await server.api.raw(
          .post, path, [], type: "application/x-www-form-urlencoded", fields: fields)
        #expect(posted.status == 403 && posted.code == "cross_origin", "\(path)")
        let page = try await server.api.send(.get, path, fields: ["Sec-Fetch-Dest": "document"])
        #expect(page.status == 400, "\(path)")
      }
    }
  }

  @Test("A body of a wrong type, which any site can send, is not counted")
  func simpleBodies() async throws {
    var settings = Self.settings(["challenge_per_minute": 1, "sign_in_per_minute": 1])
    settings["applications"] = [["id": "default", "methods": ["siwe", "near", "anonymous", "guest"]]]
    try await TestServer.run(settings) { server in
      for path in [
        "/v1/ethereum/message", "/v1/near/challenge", "/v1/guest", "/v1/ethereum/sign-in", "/v1/near/sign-in",
        "/v1/near/link", "/v1/anonymous",
      ] {
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
          let refused = try await server.api.raw(
            .post, path, [0x7b, 0x7d], type: type,
            fields: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
          #expect(refused.status == 415, "\(path)")
        }
      }
      #expect(try await EthereumTestWallet().signIn(server).status == 200)
    }
  }

  @Test(
    "OAuth calls accept forms, which any site can send: those of unlisted origins are refused and not counted"
  )
  func forms() async throws {
    var settings = Self.settings(["refresh_per_minute": 2, "device_per_minute": 1])
    settings["applications"] = [
      ["id": "default", "device_authorization": true, "origins": ["https://spa.example"]]
    ]
    try await TestServer.run(settings) { server in
      for (path, body) in [
        ("/v1/token", "grant_type=refresh_token&refresh_token=x"), ("/v1/revoke", "token=x"),
        ("/v1/device_authorization", "scope=openid"),
      ] {
        for site in ["cross-site", "same-site"] {
          for origin in ["https://evil.example", "null"] {
            let refused = try await server.api.form(
              path, body, fields: ["Origin": origin, "Sec-Fetch-Site": site])
            #expect(refused.status == 403 && refused.code == "cross_origin", "\(path)")
            #expect(refused["error"] == "invalid_request")
          }
        }
      }
      let listed: HTTPFields = ["Origin": "https://spa.example", "Sec-Fetch-Site": "cross-site"]
      #expect(try await server.api.form("/v1/revoke", "token=x", fields: listed).status == 200)
      #expect(try await server.api.form("/v1/revoke", "token=x").status == 200)
      #expect(try await server.api.form("/v1/device_authorization", "scope=openid").status == 200)
    }
  }
}

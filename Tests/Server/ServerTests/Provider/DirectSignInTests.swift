import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// Sign-in at the API is for the server's own apps. The name of an application in a header field proves nothing.
@Suite struct DirectSignInTests {
  private static let settings: JSONObject = [
    "applications": [
      ["id": "default", "methods": ["siwe", "near", "anonymous"]], ["id": "game"],
      ["id": "own", "scopes": ["openid", "account"]],
      [
        "id": "site", "client_secret_hash": .string(TestClient.secretHash),
        "methods": ["siwe", "near", "anonymous", "guest"], "redirect_uris": ["https://site.example/callback"],
      ], ["id": "reader", "scopes": ["openid", "user:read"], "methods": ["siwe", "near", "anonymous"]],
    ]
  ]

  @Test("An application with a secret, or without the scope account, cannot sign in users at the API")
  func refused() async throws {
    try await TestServer.run(Self.settings) { server in
      let proof = try await EthereumTestWallet().proof(server)
      let binding: JSONValue = ["binding": .string(try TestBinding().value)]
      for id in ["site", "reader"] {
        let named: HTTPFields = ["Doorward-Application": id]
        for (path, body) in [
          ("/v1/ethereum/message", binding), ("/v1/ethereum/sign-in", .object(proof)),
          ("/v1/near/challenge", binding), ("/v1/near/sign-in", binding), ("/v1/anonymous", [:]),
        ] as [(String, JSONValue)] {
          let answer = try await server.api.send(.post, path, body, fields: named)
          #expect(answer.status == 403 && answer.code == "browser_sign_in_required", "\(id) \(path)")
        }
        let config = try await server.api.send(.get, "/v1/config", fields: named)
        #expect(config["direct_sign_in"] == false)
      }
      // The refusal is not counted.
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof)).status == 200)
      // A guest's token is not a session, and gives no access here.
      let guest = try await server.api.send(
        .post, "/v1/guest", [:], fields: ["Doorward-Application": "site"])
      #expect(guest.status == 200)
    }
  }

  @Test("Every other application signs in users at the API, with access to the whole account")
  func allowed() async throws {
    try await TestServer.run(Self.settings) { server in
      for id in ["default", "game", "own"] {
        let named: HTTPFields = ["Doorward-Application": id]
        let session = try await EthereumTestWallet().signIn(server, fields: named)
        #expect(session.status == 200)
        let account = try #require(session["account_token"].string)
        #expect(try await server.api.send(.get, "/v1/sessions", bearer: account).status == 200)
        #expect(session["refresh_token"].string != nil && session["scope"] == .null)
        let config = try await server.api.send(.get, "/v1/config", fields: named)
        #expect(config["direct_sign_in"] == true)
      }
      #expect(try await server.api.send(.post, "/v1/anonymous", [:]).status == 200)
    }
  }

  @Test("The hosted page signs in users for every kind of first application")
  func page() async throws {
    for first in [
      ["id": "a", "client_secret_hash": .string(TestClient.secretHash)], ["id": "a", "scopes": ["openid"]],
    ] as [JSONValue] {
      try await TestServer.run(["applications": [first]]) { server async throws in
        let browser = TestBrowser(server)
        #expect(try await EthereumTestWallet().signIn(browser).status == 200)
        #expect(try await browser.send(.get, "/session/sessions").status == 200)
        #expect(try await browser.isSignedIn)
      }
    }
  }
}

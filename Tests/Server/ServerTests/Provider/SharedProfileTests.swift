import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The answer of `GET /v1/user` for an application that may read the profile and not the account.
@Suite struct SharedProfileTests {
  @Test("A client with user:read gets profile and wallets, and no metadata")
  func client() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      let page = try await wallet.signIn(browser)
      _ = try await browser.send(.patch, "/session/user", ["name": "Ann", "metadata": ["theme": "dark"]])
      let client = try TestClient.site(server)
      let answer = try await client.exchange(try await client.code(browser, ["scope": "user:read"]))
      let access = try #require(answer["access_token"].string)
      let user = try await server.api.send(.get, "/v1/user", bearer: access)
      #expect(user.status == 200)
      #expect(user["id"] == page["user"]["id"] && user["name"] == "Ann")
      #expect(user["identities"].array?.count == 1)
      // The answer has the same shape for every scope, so that clients can read one type.
      #expect(user["metadata"] == [:] && user["app_metadata"] == [:])
      #expect(user.json.object?.map(\.key) == page["user"].object?.map(\.key))
    }
  }

  @Test("The access token of a session with full access still reads the whole user")
  func fullAccess() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = try await TestBrowser.signedIn(server)
      let client = try TestClient(server)
      let answers = [
        try await client.exchange(try await client.code(browser, ["scope": "account"])),
        try await EthereumTestWallet().signIn(server),
      ]
      for answer in answers {
        for token in ["access_token", "account_token"] {
          let bearer = try #require(answer[token].string)
          let user = try await server.api.send(.get, "/v1/user", bearer: bearer)
          #expect(user["metadata"].object != nil && user["app_metadata"].object != nil)
          #expect(user["id"] == answer["user"]["id"])
        }
      }
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// The sessions that the page lists: with the names that users know, and without sessions that end soon.
@Suite struct PageSessionListTests {
  private func settings(_ applications: [JSONValue]) -> JSONObject {
    // The same name at every start, so that the browser's cookie stays valid.
    [
      "public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2",
      "applications": .array(applications),
    ]
  }

  private static let blog: JSONValue = [
    "id": "site", "name": "Example Blog", "redirect_uris": ["https://site.example/callback"],
    "client_secret_hash": .string(TestClient.secretHash),
  ]

  private func listed(_ browser: TestBrowser) async throws -> [JSONValue] {
    let list = try await browser.send(.get, "/session/sessions")
    return try #require(list["items"].array).map { $0["application_name"] ?? "missing" }
  }

  @Test(
    "A client's session has the client's name, the page's session has none, and a brief one is not listed")
  func names() async throws {
    try await TestServer.run(settings([["id": "default", "name": "Example"], Self.blog])) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      try await wallet.signIn(browser)
      let site = try TestClient.site(server)
      func open(_ scope: String) async throws {
        server.clock.advance(by: 1)
        let code = try await site.code(browser, ["scope": scope])
        #expect(try await site.exchange(code).status == 200)
      }
      try await open("openid offline_access")
      for _ in 0..<3 { try await open("openid profile") }
      server.clock.advance(by: 1)
      let own = try #require(try await wallet.signIn(server)["account_token"].string)
      #expect(try await listed(browser) == ["Example", "Example Blog", .null])
      // A part of the list is full, regardless of brief sessions between its items.
      let part = try await browser.send(.get, "/session/sessions?limit=2")
      #expect(part["items"].array?.count == 2 && part["next_cursor"] != .null)
      // The API lists all sessions.
      let all = try await server.listening.send(.get, "/v1/sessions", bearer: own)
      #expect(all["items"].array?.count == 6)
      #expect(all["items"][0]?.object?["application_name"] == nil)
      // Sessions that are not listed end too.
      #expect(try await browser.send(.post, "/session/sign-out", ["scope": "others"]).status == 204)
      #expect(try await listed(browser) == [.null])
    }
  }

  @Test("A session of an application that is no longer configured has ended")
  func goneApplication() async throws {
    let before = settings([["id": "default"], Self.blog])
    try await TestServer.restart(before, settings([["id": "default"]])) { server in
      let browser = try await TestBrowser.signedIn(server)
      let site = try TestClient.site(server)
      let code = try await site.code(browser, ["scope": "openid offline_access"])
      #expect(try await site.exchange(code).status == 200)
      return browser
    } _: { server, browser in
      let names = try await listed(await browser.moved(to: server))
      #expect(names == [.null])
    }
  }
}

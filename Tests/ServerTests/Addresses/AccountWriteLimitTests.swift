import Encodings
import HTTPCore
import Testing

/// Changes by one user are limited, from whatever session and address they come.
@Suite struct AccountWriteLimitTests {
  @Test func changesAreCountedByUserOverSessionsAndThePage() async throws {
    let limits: JSONValue = ["account_write_per_minute": 4, "sign_in_per_minute": 1000]
    try await TestServer.run(["rate_limits": limits]) { server in
      let wallet = EthereumTestWallet()
      let (one, two) = (try await wallet.signIn(server), try await wallet.signIn(server))
      let browser = TestBrowser(server)
      try await wallet.signIn(browser)
      func patch(_ session: TestAPI.Answer) async throws -> TestAPI.Answer {
        try await server.api.send(.patch, "/v1/user", ["name": "Ann"], bearer: try session.account)
      }
      #expect(try await patch(one).status == 200)
      #expect(try await patch(two).status == 200)
      #expect(try await browser.send(.patch, "/session/user", ["name": "Ann"]).status == 200)
      let session = try #require(two["session_id"].string)
      #expect(
        try await server.api.send(.delete, "/v1/sessions/\(session)", bearer: try one.account).status == 204)
      let refused = try await patch(one)
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] != nil)
      #expect(try await browser.send(.patch, "/session/user", ["name": "Bob"]).status == 429)
      #expect(try await EthereumTestWallet().link(browser).status == 429)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: try one.account).status == 429)
      // Reading and signing out are not refused, and another user has an allowance of their own.
      #expect(try await server.api.send(.get, "/v1/user", bearer: try one.account)["name"] == "Ann")
      #expect(try await patch(try await EthereumTestWallet().signIn(server)).status == 200)
      #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: try one.account).status == 204)
    }
  }
}

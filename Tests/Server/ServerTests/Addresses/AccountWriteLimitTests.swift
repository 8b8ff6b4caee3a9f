import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Changes are limited for each user over all sessions, and removals for each session.
@Suite struct AccountWriteLimitTests {
  private static let settings: JSONObject = [
    "rate_limits": ["account_write_per_minute": 1, "sign_in_per_minute": 1000]
  ]

  @Test func changesAreCountedForTheUserOverSessionsAndThePage() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      let (one, two) = (try await wallet.signIn(server), try await wallet.signIn(server))
      let browser = TestBrowser(server)
      try await wallet.signIn(browser)
      func patch(_ session: TestAPI.Answer) async throws -> TestAPI.Answer {
        try await server.api.send(.patch, "/v1/user", ["name": "Ann"], bearer: try session.account)
      }
      #expect(try await patch(one).status == 200)
      let refused = try await patch(two)
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] != nil)
      #expect(try await browser.send(.patch, "/session/user", ["name": "Bob"]).status == 429)
      #expect(try await EthereumTestWallet().link(browser).status == 429)
      // Reads and sign-outs are not counted, and another user has a separate limit.
      #expect(try await server.api.send(.get, "/v1/user", bearer: try one.account)["name"] == "Ann")
      #expect(try await patch(try await EthereumTestWallet().signIn(server)).status == 200)
      #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: try one.account).status == 204)
    }
  }

  @Test func oneSessionCannotUseUpTheRemovalsOfAnother() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      let (attacker, owner) = (try await wallet.signIn(server), try await wallet.signIn(server))
      let unknown = "/v1/sessions/00000000-0000-4000-8000-000000000000"
      #expect(try await server.api.send(.delete, unknown, bearer: try attacker.account).status == 404)
      #expect(try await server.api.send(.delete, unknown, bearer: try attacker.account).status == 429)
      let others = try await server.api.send(
        .post, "/v1/sign-out", ["scope": "others"], bearer: try attacker.account)
      #expect(others.status == 429)
      let id = try #require(attacker["session_id"].string)
      #expect(
        try await server.api.send(.delete, "/v1/sessions/\(id)", bearer: try owner.account).status == 204)
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import Testing

/// The number of a user's live sessions is limited: another one ends the least recently used one.
@Suite struct SessionLimitTests {
  private static let settings: JSONObject = ["limits": ["sessions_per_user": 3]]

  private func sessions(_ server: TestServer, _ token: String) async throws -> Set<String> {
    let answer = try await server.api.send(.get, "/v1/sessions", bearer: token)
    return Set(try #require(answer["items"].array).compactMap { $0["id"]?.string })
  }

  @Test("A session beyond the limit ends the least recently used session, not the oldest")
  func leastUsed() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      var opened: [TestAPI.Answer] = []
      for _ in 0..<3 {
        opened.append(try await wallet.signIn(server))
        server.clock.advance(by: 60)
      }
      let token = try #require(opened[0]["refresh_token"].string)
      let used = try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(token)")
      #expect(used.status == 200)
      let newest = try await wallet.signIn(server)
      let bearer = try #require(newest["account_token"].string)
      let left = [opened[0], opened[2], newest].compactMap { $0["session_id"].string }
      #expect(try await sessions(server, bearer) == Set(left))
      let ended = try #require(opened[1]["account_token"].string)
      #expect(try await server.api.send(.get, "/v1/user", bearer: ended).status == 401)
    }
  }

  @Test("Parallel sign-ins do not exceed the limit")
  func parallel() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      let proofs = try await inParallel(20) { try await wallet.proof(server) }
      let answers = try await inParallel(20) {
        try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proofs[$0]))
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      var live = 0
      for answer in answers {
        let bearer = try #require(answer["account_token"].string)
        let list = try await server.api.send(.get, "/v1/sessions", bearer: bearer)
        if list.status == 200 {
          live += 1
          #expect(list["items"].array?.count == 3)
        }
      }
      #expect(live == 3)
    }
  }

  @Test("Sessions of other users, and a renewal, end no session")
  func others() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      var token = ""
      for _ in 0..<3 { token = try #require(try await wallet.signIn(server)["account_token"].string) }
      let all = try await sessions(server, token)
      for _ in 0..<3 { _ = try await EthereumTestWallet().signIn(server) }
      #expect(try await wallet.signIn(server, bearer: token).status == 200)
      #expect(try await sessions(server, token) == all)
    }
  }

  @Test("A browser that signs in again replaces its own session, and ends no other")
  func browser() async throws {
    try await TestServer.run(Self.settings) { server in
      let wallet = EthereumTestWallet()
      let token = try #require(try await wallet.signIn(server)["account_token"].string)
      _ = try await wallet.signIn(server)
      let browser = TestBrowser(server)
      for _ in 0..<3 {
        server.clock.advance(by: 1)
        #expect(try await wallet.signIn(browser).status == 200)
        #expect(try await sessions(server, token).count == 3)
      }
    }
  }

  @Test("Sessions that cannot be refreshed have a separate limit and end only each other")
  func brief() async throws {
    var settings = TestClient.settings
    settings["limits"] = ["sessions_per_user": 3]
    try await TestServer.run(settings) { server in
      let wallet = EthereumTestWallet()
      let app = try #require(try await wallet.signIn(server)["account_token"].string)
      let browser = TestBrowser(server)
      try await wallet.signIn(browser)
      let client = try TestClient.site(server)
      func open(_ scope: String) async throws -> TestAPI.Answer {
        server.clock.advance(by: 1)
        return try await client.exchange(try await client.code(browser, ["scope": scope]))
      }
      func info(_ session: TestAPI.Answer) async throws -> Int {
        try await server.api.send(.get, "/v1/userinfo", bearer: session["access_token"].string).status
      }
      let lasting = try await open("openid offline_access")
      var brief: [TestAPI.Answer] = []
      for _ in 0..<5 { brief.append(try await open("openid")) }
      #expect(try await sessions(server, app).count == 6)
      #expect(try await browser.isSignedIn)
      #expect(try await info(lasting) == 200)
      #expect(try await inOrder(brief) { try await info($0) } == [401, 401, 200, 200, 200])
      // The reverse: another session that can be refreshed ends the least recently used one of its kind.
      _ = try await open("openid offline_access")
      #expect(try await server.api.send(.get, "/v1/user", bearer: app).status == 401)
      #expect(try await inOrder(brief.suffix(3)) { try await info($0) } == [200, 200, 200])
    }
  }

  private func inOrder<Value>(
    _ sessions: some Sequence<TestAPI.Answer>, _ body: (TestAPI.Answer) async throws -> Value
  ) async throws -> [Value] {
    var values: [Value] = []
    for session in sessions { values.append(try await body(session)) }
    return values
  }
}

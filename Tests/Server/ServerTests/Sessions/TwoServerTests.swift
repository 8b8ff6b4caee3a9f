import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Testing

/// Two servers with one store: a change at one server has effect at the other at once.
@Suite struct TwoServerTests {
  private static let settings: JSONObject = [
    "public_url": "http://127.0.0.1:1", "wallet_url": "http://localhost:2",
  ]

  private func run(
    _ store: StoreKind, _ body: (TestServer, TestServer) async throws -> Void
  ) async throws {
    try await store.withSettings(Self.settings) { settings in
      try await TestServer.run(settings) { first in
        try await first.beside(settings) { second in try await body(first, second) }
      }
    }
  }

  private func refresh(_ server: TestServer, _ token: String, key: String? = nil) async throws
    -> TestAPI.Answer
  {
    try await server.listening.form(
      "/v1/token", "grant_type=refresh_token&refresh_token=\(token)",
      fields: key.map { ["Idempotency-Key": $0] } ?? [:])
  }

  @Test(
    "One server accepts a challenge of the other and refreshes a session of the other",
    arguments: StoreKind.allCases)
  func journey(_ store: StoreKind) async throws {
    try await run(store) { first, second in
      let wallet = EthereumTestWallet()
      let proof = JSONValue.object(try await wallet.proof(first))
      let session = try await second.listening.send(.post, "/v1/ethereum/sign-in", proof)
      #expect(session.status == 200)
      #expect(try await first.listening.send(.post, "/v1/ethereum/sign-in", proof).code == "challenge_used")
      let bearer = try #require(session["account_token"].string)
      #expect(try await first.listening.send(.get, "/v1/user", bearer: bearer).status == 200)
      let next = try await refresh(first, try #require(session["refresh_token"].string))
      #expect(next.status == 200)
      #expect(try await refresh(second, try #require(next["refresh_token"].string)).status == 200)
    }
  }

  @Test(
    "Sign-out, revocation and deletion at one server end the session at the other at once",
    arguments: StoreKind.allCases)
  func ending(_ store: StoreKind) async throws {
    try await run(store) { first, second in
      for end in ["sign-out", "revoke", "delete", "all"] {
        let wallet = EthereumTestWallet()
        let session = try await wallet.signIn(first)
        let bearer = try #require(session["account_token"].string)
        let elsewhere = try #require(try await wallet.signIn(first)["account_token"].string)
        #expect(try await second.listening.send(.get, "/v1/user", bearer: bearer).status == 200)
        let ended =
          switch end {
          case "sign-out": try await first.listening.send(.post, "/v1/sign-out", [:], bearer: bearer)
          case "revoke": try await first.listening.form("/v1/revoke", "token=\(bearer)")
          case "delete": try await first.listening.send(.delete, "/v1/user", bearer: bearer)
          default:
            try await first.listening.send(.post, "/v1/sign-out", ["scope": "all"], bearer: elsewhere)
          }
        #expect((200..<300).contains(ended.status), "\(end)")
        #expect(try await second.listening.send(.get, "/v1/user", bearer: bearer).status == 401, "\(end)")
        let refused = try await refresh(second, try #require(session["refresh_token"].string))
        #expect(refused["error"] == "invalid_grant", "\(end)")
      }
    }
  }

  @Test(
    "A token that was spent at one server is spent at the other, and its reuse ends the session at both",
    arguments: StoreKind.allCases)
  func reuse(_ store: StoreKind) async throws {
    try await run(store) { first, second in
      let session = try await EthereumTestWallet().signIn(first)
      let token = try #require(session["refresh_token"].string)
      let next = try await refresh(first, token, key: "mine")
      // A lost answer can be repeated at either server.
      let again = try await refresh(second, token, key: "mine")
      #expect(again["refresh_token"] == next["refresh_token"])
      #expect(try await refresh(second, token, key: "attacker")["error"] == "invalid_grant")
      for server in [first, second] {
        let ended = try await refresh(server, try #require(next["refresh_token"].string))
        #expect(ended["error"] == "invalid_grant")
        let bearer = try #require(next["account_token"].string)
        #expect(try await server.listening.send(.get, "/v1/user", bearer: bearer).status == 401)
      }
    }
  }

  @Test(
    "100 parallel refreshes with one key at two servers have one successor", arguments: StoreKind.allCases)
  func parallelRefresh(_ store: StoreKind) async throws {
    try await run(store) { first, second in
      let session = try await EthereumTestWallet().signIn(first)
      let token = try #require(session["refresh_token"].string)
      let answers = try await inParallel(100) { index in
        try await refresh(index.isMultiple(of: 2) ? first : second, token, key: "one")
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      let successors = Set(answers.compactMap { $0["refresh_token"].string })
      #expect(successors.count == 1)
      #expect(try await refresh(second, try #require(successors.first), key: "two").status == 200)
    }
  }

  @Test(
    "100 parallel refreshes with different keys at two servers have one successor, and the session ends",
    arguments: StoreKind.allCases)
  func parallelTheft(_ store: StoreKind) async throws {
    try await run(store) { first, second in
      let session = try await EthereumTestWallet().signIn(first)
      let token = try #require(session["refresh_token"].string)
      let answers = try await inParallel(100) { index in
        try await refresh(index.isMultiple(of: 2) ? first : second, token, key: "key-\(index)")
      }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      let successor = try #require(answers.compactMap { $0["refresh_token"].string }.first)
      #expect(try await refresh(first, successor)["error"] == "invalid_grant")
    }
  }

  @Test("API keys and profiles of one server are valid at the other", arguments: StoreKind.allCases)
  func shared(_ store: StoreKind) async throws {
    try await run(store) { first, second in
      let session = try await EthereumTestWallet().signIn(first)
      let bearer = try #require(session["account_token"].string)
      let access = try #require(session["access_token"].string)
      _ = try await first.listening.send(.patch, "/v1/user", ["name": "Ann"], bearer: bearer)
      #expect(try await second.listening.send(.get, "/v1/user", bearer: bearer)["name"] == "Ann")
      let key = try await first.apiKey()
      let fields: HTTPFields = ["Authorization": "Bearer \(key)"]
      for server in [first, second] {
        #expect(
          try await server.listening.form("/v1/introspect", "token=\(access)", fields: fields)["active"]
            == true)
      }
      let record = try #require(try await second.administer { try await $0.apiKeys() }.first)
      #expect(try await second.administer { try await $0.revokeAPIKey(record.id.text) })
      for server in [first, second] {
        #expect(
          try await server.listening.form("/v1/introspect", "token=\(bearer)", fields: fields).status == 401)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a revoked signing key and a new application are noticed within two seconds`(_ store: StoreKind)
    async throws
  {
    try await run(store) { first, second in
      let session = try await EthereumTestWallet().signIn(first)
      let bearer = try #require(session["account_token"].string)
      #expect(try await second.listening.send(.get, "/v1/user", bearer: bearer).status == 200)
      try await first.administer { administration in
        let key = try #require(try await administration.signingKeys().first)
        #expect(try await administration.revokeSigningKey(key.id))
        _ = try await administration.addApplication("shop")
      }
      // The clock of the servers stands still, so that only a message or a look at the store tells them.
      let deadline = ContinuousClock.now + .seconds(2)
      func hasNoticed(_ server: TestServer) async throws -> Bool {
        let user = try await server.listening.send(.get, "/v1/user", bearer: bearer)
        let offer = try await server.listening.send(
          .get, "/v1/config", fields: ["Doorward-Application": "shop"])
        return user.status == 401 && offer.status == 200
      }
      for server in [first, second] {
        while try await !hasNoticed(server) {
          try #require(ContinuousClock.now < deadline)
          try await Task.sleep(for: .milliseconds(10))
        }
      }
    }
  }

  @Test func pageLinksForTheDefaultApplicationAfterItHasChanged() async throws {
    func settings(_ ids: [String]) -> JSONObject {
      var settings = Self.settings
      settings["applications"] = .array(ids.map { ["id": .string($0)] })
      return settings
    }
    try await TestServer.run(settings(["first", "second"])) { before in
      let browser = try await TestBrowser.signedIn(before)
      try await before.beside(settings(["second", "first"])) { after in
        let moved = await browser.moved(to: after)
        let proof = try await EthereumTestWallet().proof(moved, purpose: "link")
        #expect(try await moved.send(.post, "/session/ethereum/link", proof).status == 200)
      }
    }
  }
}

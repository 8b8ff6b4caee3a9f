import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import Testing

/// Lists over HTTP: `{"items": […], "next_cursor"?}` by `?cursor=&limit=`.
@Suite struct ListTests {
  /// Signs a wallet in several times. Returns the last session's account token and the session ids, newest first.
  private func signIn(_ server: TestServer, _ wallet: EthereumTestWallet, times: Int) async throws -> (
    token: String, ids: [String]
  ) {
    var token = ""
    var ids: [String] = []
    for _ in 0..<times {
      let session = try await wallet.signIn(server)
      token = try #require(session["account_token"].string)
      ids.insert(try #require(session["session_id"].string), at: 0)
      server.clock.advance(by: 1)
    }
    return (token, ids)
  }

  private func read(
    _ limit: String, _ fetch: (String) async throws -> TestAPI.Answer
  ) async throws -> [[String]] {
    var parts: [[String]] = []
    var cursor: String?
    repeat {
      let answer = try await fetch("?limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
      #expect(answer.status == 200)
      parts.append(try #require(answer["items"].array).compactMap { $0["id"]?.string })
      cursor = answer["next_cursor"].string
    } while cursor != nil
    return parts
  }

  @Test("Sessions come in parts of the requested size, newest first, each once")
  func sessions() async throws {
    try await TestServer.run { server in
      let (token, ids) = try await signIn(server, EthereumTestWallet(), times: 5)
      let parts = try await read("2") { try await server.api.send(.get, "/v1/sessions\($0)", bearer: token) }
      #expect(parts.map(\.count) == [2, 2, 1])
      #expect(parts.flatMap { $0 } == ids)
      // A full last part has no cursor.
      let whole = try await server.api.send(.get, "/v1/sessions?limit=5", bearer: token)
      #expect(whole["items"].array?.count == 5)
      #expect(whole["next_cursor"] == .null)
    }
  }

  @Test(
    "The default limit is 20 and the maximum is 100; a parameter without a value is ignored")
  func limits() async throws {
    try await TestServer.run(["limits": ["sessions_per_user": 150]]) { server in
      let (token, ids) = try await signIn(server, EthereumTestWallet(), times: 101)
      for (query, count) in [("", 20), ("?limit=&cursor=", 20), ("?limit=100", 100), ("?other=1", 20)] {
        let answer = try await server.api.send(.get, "/v1/sessions\(query)", bearer: token)
        #expect(answer["items"].array?.compactMap { $0["id"]?.string } == Array(ids.prefix(count)))
        #expect(answer["next_cursor"].string != nil)
      }
    }
  }

  @Test("The list of the hosted page has the same parts")
  func page() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let ids = try await signIn(server, wallet, times: 3).ids
      let browser = TestBrowser(server)
      let current = try #require(try await wallet.signIn(browser)["current_session_id"].string)
      let parts = try await read("3") { try await browser.send(.get, "/session/sessions\($0)") }
      #expect(parts == [[current] + ids[..<2], [ids[2]]])
    }
  }

  @Test("Identities come in parts, newest first")
  func identities() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let token = try #require(session["account_token"].string)
      var identifiers = [wallet.address]
      for _ in 0..<2 {
        server.clock.advance(by: 1)
        let other = EthereumTestWallet()
        let proof = try await other.proof(server, purpose: "link", bearer: token)
        let linked = try await server.api.send(.post, "/v1/ethereum/link", .object(proof), bearer: token)
        #expect(linked.status == 200)
        identifiers.insert(other.address, at: 0)
      }
      let first = try await server.api.send(.get, "/v1/user/identities?limit=2", bearer: token)
      #expect(first["items"].array?.compactMap { $0["identifier"]?.string } == Array(identifiers[..<2]))
      let cursor = try #require(first["next_cursor"].string)
      let second = try await server.api.send(.get, "/v1/user/identities?cursor=\(cursor)", bearer: token)
      #expect(second["items"].array?.compactMap { $0["identifier"]?.string } == [identifiers[2]])
      #expect(second["next_cursor"] == .null)
    }
  }

  @Test(
    "A malformed limit or cursor is refused with its name",
    arguments: [
      ("limit=0", "invalid_limit"), ("limit=101", "invalid_limit"), ("limit=-1", "invalid_limit"),
      ("limit=%2B5", "invalid_limit"), ("limit=5.0", "invalid_limit"), ("limit=x", "invalid_limit"),
      ("limit=99999999999999999999", "invalid_limit"), ("limit=1&limit=2", "invalid_limit"),
      ("limit=%D9%A5", "invalid_limit"), ("cursor=x", "invalid_cursor"),
      ("cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D", "invalid_cursor"),
      // Before 1970, and after the last date of the calendar.
      ("cursor=__________________________________________8", "invalid_cursor"),
      ("cursor=gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "invalid_cursor"),
      ("cursor=________________________________", "invalid_cursor"),
      ("cursor=f_______AAAAAAAAAAAAAAAAAAAAAAAA", "invalid_cursor"),
      ("cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "invalid_cursor"),
      ("limit=%zz", "malformed_query"),
    ])
  func mistakes(_ query: String, _ code: String) async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let browser = try await TestBrowser.signedIn(server)
      for answer in [
        try await server.api.send(.get, "/v1/sessions?\(query)", bearer: token),
        try await server.api.send(.get, "/v1/user/identities?\(query)", bearer: token),
        try await browser.send(.get, "/session/sessions?\(query)"),
      ] {
        #expect(answer.status == 400)
        #expect(answer.code == code)
        if let name = query.split(separator: "=").first, code != "malformed_query" {
          #expect(answer["detail"].string?.hasPrefix("\(name) must be") == true)
        }
      }
    }
  }

  @Test("A cursor of another user is refused")
  func foreignCursor() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let (token, _) = try await signIn(server, wallet, times: 2)
      let (other, ids) = try await signIn(server, EthereumTestWallet(), times: 1)
      server.clock.advance(by: 1)
      _ = try await wallet.signIn(server)
      let first = try await server.api.send(.get, "/v1/sessions?limit=1", bearer: token)
      let cursor = try #require(first["next_cursor"].string)
      for path in ["/v1/sessions", "/v1/user/identities"] {
        let answer = try await server.api.send(.get, "\(path)?cursor=\(cursor)", bearer: other)
        #expect(answer.status == 400 && answer.code == "invalid_cursor")
      }
      let own = try await server.api.send(.get, "/v1/sessions", bearer: other)
      #expect(own["items"].array?.compactMap { $0["id"]?.string } == ids)
    }
  }

  @Test(
    "A changed cursor, and the cursor of another list, are refused with each store (case 36)",
    arguments: StoreKind.allCases)
  func changedCursor(store: StoreKind) async throws {
    try await store.withSettings { settings in
      try await TestServer.run(settings) { server in
        let wallet = EthereumTestWallet()
        let token = try await signIn(server, wallet, times: 2).token
        let first = try await server.api.send(.get, "/v1/sessions?limit=1", bearer: token)
        let bytes = try Base64URL.decode(try #require(first["next_cursor"].string))
        for place in bytes.indices {
          var changed = bytes
          changed[place] ^= 1
          let answer = try await server.api.send(
            .get, "/v1/sessions?cursor=\(Base64URL.encode(changed))", bearer: token)
          #expect(answer.status == 400 && answer.code == "invalid_cursor")
        }
        let foreign = try await server.api.send(
          .get, "/v1/user/identities?cursor=\(Base64URL.encode(bytes))", bearer: token)
        #expect(foreign.status == 400 && foreign.code == "invalid_cursor")
      }
    }
  }
}

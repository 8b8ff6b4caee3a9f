import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A backend lists the users of its application.
@Suite struct BackendUserListTests {
  private static let two: JSONObject = ["applications": [["id": "shop"], ["id": "game"]]]

  private func ids(_ answer: TestAPI.Answer) -> [String] {
    answer["items"].array?.compactMap { $0["id"]?.string } ?? []
  }

  /// Signs in new users of the first application, one second apart, and returns their ids.
  private func users(_ server: TestServer, _ count: Int) async throws -> [String] {
    var ids: [String] = []
    for _ in 0..<count {
      ids.append(try #require(try await EthereumTestWallet().signIn(server)["user"]["id"]?.string))
      server.clock.advance(by: 1)
    }
    return ids
  }

  @Test("A list has the users of the key's application, newest first, in parts")
  func parts() async throws {
    try await TestServer.run(Self.two) { server in
      let ids = try await users(server, 5)
      let stranger = EthereumTestWallet()
      _ = try await stranger.signIn(server, fields: ["Doorward-Application": "game"])
      let key = try await server.apiKey("shop")
      var (read, cursor) = ([String](), "")
      repeat {
        let part = try await server.api.send(.get, "/v1/users?limit=2&cursor=\(cursor)", bearer: key)
        #expect(part.status == 200 && part.fields["Cache-Control"] == "no-store")
        read += self.ids(part)
        cursor = part["next_cursor"].string ?? ""
      } while !cursor.isEmpty
      #expect(read == ids.reversed())
      let oldest = try await server.api.send(.get, "/v1/users?sort=created_at&limit=1", bearer: key)
      #expect(self.ids(oldest) == [ids[0]])
      let one = try await server.api.send(.get, "/v1/users/\(ids[0])", bearer: key)
      #expect(oldest["items"].array == [one.json])
    }
  }

  @Test("The order by the last sign-in follows sign-ins")
  func lastSignIn() async throws {
    try await TestServer.run { server in
      let wallets = (0..<3).map { _ in EthereumTestWallet() }
      var ids: [String] = []
      for wallet in wallets + [wallets[0]] {
        server.clock.advance(by: 1)
        ids.append(try #require(try await wallet.signIn(server)["user"]["id"]?.string))
      }
      let key = try await server.apiKey()
      for (sort, expected) in [
        ("-last_sign_in_at", [ids[0], ids[2], ids[1]]), ("last_sign_in_at", [ids[1], ids[2], ids[0]]),
      ] {
        let answer = try await server.api.send(.get, "/v1/users?sort=\(sort)", bearer: key)
        #expect(self.ids(answer) == expected)
      }
    }
  }

  @Test("Filters by identity find at most one user")
  func identities() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let ada = try await TestCodes(server, mailbox).signIn("ada@example.com")
      let wallet = EthereumTestWallet()
      let owner = try await wallet.signIn(server)
      let key = try await server.apiKey()
      _ = try await server.api.send(
        .post, "/v1/users", ["phone_number": "+4915123456789", "username": "grace"], bearer: key)
      let cases: [(String, String?)] = [
        ("email=Ada%40EXAMPLE.com", ada["user"]["id"]?.string), ("email=eve%40example.com", nil),
        ("identity_type=email&identifier=ada%40example.com", ada["user"]["id"]?.string),
        ("identity_type=ethereum&identifier=\(wallet.address)", owner["user"]["id"]?.string),
        ("identity_type=ethereum&identifier=\(wallet.address.lowercased())", owner["user"]["id"]?.string),
        ("identity_type=near&identifier=ada.near&network=mainnet", nil),
        ("email=ada%40example.com&kind=anonymous", nil), ("email=ada%40example.com&banned=true", nil),
        ("email=ada%40example.com&created_after=2100-01-01T00:00:00Z", nil),
      ]
      for (query, id) in cases {
        let answer = try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
        #expect(answer.status == 200 && self.ids(answer) == (id.map { [$0] } ?? []), "\(query)")
      }
      for query in ["phone_number=%2B4915123456789", "username=GRACE"] {
        let answer = try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
        #expect(answer["items"].array?.first?["username"] == "grace", "\(query)")
      }
    }
  }

  @Test("Filters by kind, ban and creation select users")
  func filters() async throws {
    try await TestServer.run(["applications": [["id": "a", "methods": ["siwe", "anonymous"]]]]) { server in
      let ids = try await users(server, 3)
      let visitor = try await server.api.send(.post, "/v1/anonymous", [:])["user"]["id"]?.string
      let key = try await server.apiKey()
      _ = try await server.api.send(.post, "/v1/users/\(ids[1])/ban", [:], bearer: key)
      let created = try await server.api.send(.get, "/v1/users/\(ids[1])", bearer: key)["created_at"].string
      let time = try #require(created)
      let cases: [(String, [String?])] = [
        ("kind=anonymous", [visitor]), ("kind=registered", [ids[2], ids[1], ids[0]]),
        ("banned=true", [ids[1]]), ("banned=false&kind=registered", [ids[2], ids[0]]),
        ("created_before=\(time)", [ids[0]]), ("created_after=\(time)&kind=registered", [ids[2], ids[1]]),
      ]
      for (query, expected) in cases {
        let answer = try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
        #expect(self.ids(answer) == expected.compactMap { $0 }, "\(query)")
      }
    }
  }

  @Test(
    "A wrong filter is refused",
    arguments: [
      "kind=robot", "banned=maybe", "created_after=yesterday", "sort=name", "email=x", "phone_number=12",
      "email=a%40b.example&username=ann", "identity_type=near", "identifier=x", "network=mainnet",
      "kind=registered&kind=anonymous", "identity_type=robot&identifier=x",
      "identity_type=ethereum&identifier=0x12", "identity_type=near&identifier=ada.near",
      "identity_type=near&identifier=Not%20an%20account&network=mainnet",
      "identity_type=ethereum&identifier=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&network=mainnet",
      "identity_type=email&identifier=a%40b.example&network=mainnet",
    ])
  func wrongFilters(_ query: String) async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let answer = try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
      #expect(answer.status == 400 && answer.code == "invalid_filter")
    }
  }

  @Test(
    "A cursor that is forged, changed or of another list is refused with each store (case 36)",
    arguments: StoreKind.allCases)
  func forgedCursors(store: StoreKind) async throws {
    try await store.withSettings(Self.two) { settings in
      try await TestServer.run(settings) { server in
        _ = try await users(server, 3)
        let (key, other) = (try await server.apiKey("shop"), try await server.apiKey("game"))
        let first = try await server.api.send(.get, "/v1/users?limit=1&kind=registered", bearer: key)
        let cursor = try #require(first["next_cursor"].string)
        func get(_ query: String, _ key: String) async throws -> TestAPI.Answer {
          try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
        }
        #expect(try await get("kind=registered&cursor=\(cursor)", key).status == 200)
        // The limit is not a part of the list.
        #expect(try await get("kind=registered&limit=2&cursor=\(cursor)", key).status == 200)
        for query in [
          "cursor=\(cursor)", "kind=anonymous&cursor=\(cursor)",
          "kind=registered&sort=created_at&cursor=\(cursor)",
          "kind=registered&sort=-last_sign_in_at&cursor=\(cursor)",
          "kind=registered&created_after=2020-01-01T00:00:00Z&cursor=\(cursor)",
          "kind=registered&cursor=\(cursor)&cursor=\(cursor)",
        ] {
          let answer = try await get(query, key)
          #expect(answer.status == 400 && answer.code == "invalid_cursor", "\(query)")
        }
        #expect(try await get("kind=registered&cursor=\(cursor)", other).code == "invalid_cursor")
        let bytes = try Base64URL.decode(cursor)
        for place in bytes.indices {
          var changed = bytes
          changed[place] ^= 1
          let forged = Base64URL.encode(changed)
          #expect(try await get("kind=registered&cursor=\(forged)", key).code == "invalid_cursor")
        }
        let forged = Base64URL.encode(Array(bytes.prefix(24)))
        for text in [forged, "x", Base64URL.encode([UInt8](repeating: 0, count: 40))] {
          #expect(try await get("kind=registered&cursor=\(text)", key).code == "invalid_cursor")
        }
        // The cursors of other lists are of no use here, and this one is of no use there.
        let user = self.ids(first)[0]
        for path in ["/v1/users/\(user)/sessions", "/v1/invitations"] {
          let answer = try await server.api.send(.get, "\(path)?cursor=\(cursor)", bearer: key)
          #expect(answer.code == "invalid_cursor")
        }
      }
    }
  }

  @Test("A cursor shows neither the user nor the last sign-in")
  func cursorContent() async throws {
    try await TestServer.run { server in
      _ = try await users(server, 2)
      let key = try await server.apiKey()
      let part = try await server.api.send(
        .get, "/v1/users?sort=last_sign_in_at&limit=1", bearer: key)
      let cursor = try Base64URL.decode(try #require(part["next_cursor"].string))
      let id = try #require(User.ID(self.ids(part)[0])).bytes
      // The id begins with the milliseconds of the sign-up, which is also the last sign-in.
      for secret in [id, Array(id.prefix(6))] {
        #expect(!cursor.indices.contains { cursor[$0...].starts(with: secret) })
      }
    }
  }

  @Test("A list by an identifier has no cursor")
  func cursorBesideIdentifier() async throws {
    try await TestServer.run { server in
      _ = try await users(server, 2)
      let key = try await server.apiKey()
      let part = try await server.api.send(.get, "/v1/users?limit=1", bearer: key)
      let cursor = try #require(part["next_cursor"].string)
      for text in [cursor, "x"] {
        let answer = try await server.api.send(
          .get, "/v1/users?email=a%40example.com&cursor=\(text)", bearer: key)
        #expect(answer.status == 400 && answer.code == "invalid_cursor")
      }
    }
  }

  @Test("Only an application with the whole account learns of a ban")
  func bansOfOtherApplications() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let wallet = EthereumTestWallet()
      let browser = TestBrowser(server)
      let id = try #require(try await wallet.signIn(browser)["user"]["id"]?.string)
      _ = try await wallet.signIn(server)
      let client = try TestClient.site(server)
      _ = try await client.exchange(try await client.code(browser, ["scope": "user:read"]))
      let (own, site) = (try await server.apiKey("default"), try await server.apiKey("site"))
      let banned = try await server.api.send(
        .post, "/v1/users/\(id)/ban", ["reason": "a note"], bearer: own)
      #expect(banned.status == 204)
      let holder = "identity_type=ethereum&identifier=\(wallet.address)"
      for (key, sees) in [(own, true), (site, false)] {
        let user = try await server.api.send(.get, "/v1/users/\(id)", bearer: key)
        #expect(user.status == 200 && (user["ban"]["reason"] == "a note") == sees)
        #expect((user["ban"] == .null) != sees)
        for query in ["banned=true", "\(holder)&banned=true"] {
          let answer = try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
          #expect(self.ids(answer) == (sees ? [id] : []), "\(query)")
        }
        // No value of the filter finds a user whose ban the application may not see.
        let others = try await server.api.send(.get, "/v1/users?banned=false", bearer: key)
        #expect(self.ids(others) == [])
        #expect(self.ids(try await server.api.send(.get, "/v1/users?\(holder)", bearer: key)) == [id])
      }
      // The second user is there for a cursor, which would show that the first one is banned.
      let second = TestBrowser(server)
      _ = try await EthereumTestWallet().signIn(second)
      _ = try await client.exchange(try await client.code(second, ["scope": "user:read"]))
      for value in ["true", "false"] {
        let part = try await server.api.send(
          .get, "/v1/users?banned=\(value)&limit=1&sort=created_at", bearer: site)
        #expect(self.ids(part) == [] && part["next_cursor"] == .null)
      }
    }
  }

  @Test("A backend finds a user by identity only if the user has granted it the identities")
  func grants() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let browser = TestBrowser(server)
      let wallet = EthereumTestWallet()
      let id = try #require(try await wallet.signIn(browser)["user"]["id"]?.string)
      let key = try await server.apiKey("site")
      let client = try TestClient.site(server)
      let find = "/v1/users?identity_type=ethereum&identifier=\(wallet.address)"
      _ = try await client.exchange(try await client.code(browser, ["scope": "openid profile"]))
      let listed = try await server.api.send(.get, "/v1/users", bearer: key)
      #expect(self.ids(listed) == [id] && listed["items"].array?.first?["identities"] == [])
      #expect(self.ids(try await server.api.send(.get, find, bearer: key)) == [])
      // The order shows the last sign-in.
      #expect(self.ids(try await server.api.send(.get, "/v1/users?sort=last_sign_in_at", bearer: key)) == [])
      _ = try await client.exchange(try await client.code(browser, ["scope": "user:read"]))
      #expect(self.ids(try await server.api.send(.get, find, bearer: key)) == [id])
      #expect(
        self.ids(try await server.api.send(.get, "/v1/users?sort=last_sign_in_at", bearer: key)) == [id])
      // Such an application neither bans nor deletes the user, and sees no session.
      for (method, path) in [
        (HTTPMethod.delete, "/v1/users/\(id)"), (.post, "/v1/users/\(id)/ban"),
        (.post, "/v1/users/\(id)/unban"),
        (.get, "/v1/users/\(id)/sessions"), (.delete, "/v1/users/\(id)/sessions"),
      ] {
        let answer = try await server.api.send(method, path, method == .post ? [:] : nil, bearer: key)
        #expect(answer.status == 403 && answer.code == "insufficient_scope", "\(method) \(path)")
        #expect(answer.fields["WWW-Authenticate"]?.contains("scope=\"account\"") == true)
      }
      #expect(
        try await server.api.send(.post, "/v1/users", ["username": "ann"], bearer: key).code
          == "browser_sign_in_required")
      #expect(try await browser.send(.get, "/session/state")["user"]["id"] == .string(id))
    }
  }
}

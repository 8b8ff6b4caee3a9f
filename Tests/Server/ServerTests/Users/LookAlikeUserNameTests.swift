import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSignIn
import Encodings
import Testing

/// Names that look alike have one key in the store, so that only one of them can be taken. Only the name itself names the
/// user.
@Suite struct LookAlikeUserNameTests {
  private static let settings: JSONObject = [
    "applications": [
      ["id": "app", "methods": ["password"], "password": ["identifiers": ["email", "username"]]]
    ]
  ]

  /// Runs `body` with the user `lovelace`, whose password is that of ``TestCodes``, and the user's account token.
  private func withUser(
    _ body: (TestServer, TestMailbox, TestCodes, String) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("ada@example.com").account
      let named = try await server.api.send(.patch, "/v1/user", ["username": "lovelace"], bearer: token)
      #expect(named.status == 200)
      try await body(server, mailbox, codes, token)
    }
  }

  @Test(arguments: ["love1ace", "1ovelace", "LOVE1ACE"])
  func lookAlikeSignsInNoUser(_ name: String) async throws {
    try await withUser { server, mailbox, codes, token in
      let refused = try await codes.signIn(name, password: TestCodes.password)
      let unknown = try await codes.signIn("unknown-name", password: TestCodes.password)
      #expect(refused.status == unknown.status && refused.code == "invalid_credentials")
      #expect(refused["detail"] == unknown["detail"])
      #expect(try await codes.signIn("LoveLace", password: TestCodes.password).status == 200)
      let user = try await server.api.send(.get, "/v1/user", bearer: token)
      #expect(user["username"] == "lovelace")
    }
  }

  @Test func resetOfLookAlikeSendsNoMessage() async throws {
    try await withUser { server, _, codes, token in
      for (name, count) in [("love1ace", 0), ("lovelace", 1)] {
        #expect(try await codes.reset(name).status == 202)
        let export = try await server.api.send(.get, "/v1/user/export", bearer: token)
        let messages = try #require(export["messages"].array)
        #expect(messages.filter { $0["kind"] == "password_reset" }.count == count)
      }
    }
  }

  @Test func backendFindsNoLookAlike() async throws {
    try await withUser { server, _, _, _ in
      let key = try await server.apiKey()
      for (query, count) in [
        ("username=lovelace", 1), ("username=LOVELACE", 1), ("username=love1ace", 0),
        ("identity_type=username&identifier=love1ace", 0),
        ("identity_type=username&identifier=lovelace", 1),
      ] {
        let answer = try await server.api.send(.get, "/v1/users?\(query)", bearer: key)
        #expect(answer["items"].array?.count == count, "\(query)")
      }
    }
  }

  @Test func operatorChangesNoLookAlike() async throws {
    try await withUser { server, _, codes, _ in
      try await server.administer { administration in
        #expect(try await administration.user("love1ace") == nil)
        #expect(try await !administration.banUser("love1ace", reason: nil, end: nil))
        #expect(try await !administration.deleteUser("love1ace"))
        var found: [JSONValue] = []
        try await administration.users([.userName: "love1ace"], of: nil, limit: 9) { found.append($0) }
        #expect(found.isEmpty)
        #expect(try await administration.user("Lovelace")?["username"] == "lovelace")
        #expect(try await administration.deleteUser("lovelace"))
      }
    }
  }

  @Test func lookAlikeCannotBeTaken() async throws {
    try await withUser { server, _, _, _ in
      let answer = try await server.api.send(
        .post, "/v1/password/sign-up", ["username": "love1ace", "password": .string(TestCodes.password)])
      #expect(answer.code == "username_taken")
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The operator's commands on users beside a running server.
@Suite struct UserAdministrationTests {
  @Test func operatorCreatesShowsChangesAndDeletesUsers() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      try await server.administer { administration in
        let created = try await administration.createUser(
          ["email": "ada@example.com", "password": .string(TestCodes.password), "name": "Ada"], for: nil)
        let id = try #require(created?["id"]?.string)
        #expect(try await codes.signIn("ada@example.com", password: TestCodes.password).status == 200)
        let changed = try await administration.updateUser(
          "ada@example.com",
          ["name": "Ada L.", "locale": "en", "metadata": ["a": 1], "app_metadata": ["plan": "pro"]], of: nil)
        #expect(changed?["name"] == "Ada L." && changed?["metadata"] == ["a": 1])
        for name in [id, "ADA@example.com"] {
          let shown = try await administration.user(name)
          #expect(shown?["id"] == .string(id) && shown?["locale"] == "en")
          #expect(shown?["applications"]?.array?.first?["app_metadata"] == ["plan": "pro"])
        }
        await #expect(throws: Problem.self) {
          try await administration.updateUser(id, ["name": "two\nlines"], of: nil)
        }
        #expect(try await administration.deleteUser("ada@example.com"))
        #expect(try await !administration.deleteUser(id))
        #expect(try await administration.user(id) == nil)
      }
      #expect(
        try await codes.signIn("ada@example.com", password: TestCodes.password).code == "invalid_credentials")
    }
  }

  @Test func operatorBansUsersAndEndsSessions() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let (first, second) = (try await wallet.signIn(server), try await wallet.signIn(server))
      let id = try #require(first.json["user"]?["id"]?.string)
      try await server.administer { administration in
        #expect(try await administration.sessions(of: id)?.count == 2)
        let session = try #require(second["session_id"].string)
        #expect(try await administration.endSessions(of: id, session) == 1)
        #expect(try await administration.endSessions(of: id, session) == 0)
        #expect(try await server.api.send(.get, "/v1/user", bearer: try first.account).status == 200)
        #expect(try await administration.endSessions(of: id, nil) == 1)
        #expect(try await server.api.send(.get, "/v1/user", bearer: try first.account).status == 401)

        #expect(try await administration.banUser(id, reason: "spam", end: nil))
        #expect(try await wallet.signIn(server).code == "user_banned")
        #expect(try await administration.user(id)?["ban"]?["reason"] == "spam")
        #expect(try await administration.unbanUser(id))
        #expect(try await wallet.signIn(server).status == 200)
        for name in ["unknown@example.com", "00000000-0000-7000-8000-000000000000"] {
          #expect(try await !administration.banUser(name, reason: nil, end: nil))
          #expect(try await !administration.unbanUser(name))
          #expect(try await administration.sessions(of: name) == nil)
          #expect(try await administration.endSessions(of: name, nil) == nil)
        }
      }
    }
  }

  @Test func operatorListsTheUsersOfAllApplications() async throws {
    try await TestServer.run(["applications": [["id": "shop"], ["id": "game"]]]) { server in
      var ids: [String] = []
      for application in ["shop", "game", "shop"] {
        let session = try await EthereumTestWallet().signIn(
          server, fields: ["Doorward-Application": .init(application)])
        ids.append(try #require(session.json["user"]?["id"]?.string))
        server.clock.advance(by: 1)
      }
      func list(
        _ filters: [UserListRequest.Parameter: String] = [:], of application: String? = nil, limit: Int = 100
      ) async throws -> [String] {
        try await server.administer { administration in
          var found: [String] = []
          try await administration.users(filters, of: application, limit: limit) {
            found.append($0["id"]?.string ?? "")
          }
          return found
        }
      }
      #expect(try await list() == ids.reversed())
      #expect(try await list(limit: 2) == [ids[2], ids[1]])
      #expect(try await list(of: "shop") == [ids[2], ids[0]])
      #expect(try await list([.sort: "created_at"], of: "game") == [ids[1]])
      #expect(try await list([.banned: "true"]) == [])
    }
  }

  @Test func listByIdentifierAppliesTheOtherFilters() async throws {
    try await TestServer.runWithMail(["applications": [["id": "shop"], ["id": "game"]]]) { server, mailbox in
      let session = try await TestCodes(server, mailbox).signIn("ada@example.com")
      let id = try #require(session["user"]["id"]?.string)
      try await server.administer { administration in
        func find(
          _ filters: [UserListRequest.Parameter: String], of application: String? = nil
        ) async throws -> [String] {
          var found: [String] = []
          let filters = filters.merging([.email: "ada@example.com"]) { $1 }
          try await administration.users(filters, of: application, limit: 9) {
            found.append($0["id"]?.string ?? "")
          }
          return found
        }
        for filters in [[:], [.kind: "registered"], [.banned: "false"]]
          as [[UserListRequest.Parameter: String]]
        {
          #expect(try await find(filters) == [id])
        }
        for filters in [
          [.kind: "anonymous"], [.banned: "true"], [.createdAfter: "2200-01-01T00:00:00Z"],
          [.createdBefore: "2000-01-01T00:00:00Z"],
        ] as [[UserListRequest.Parameter: String]] {
          #expect(try await find(filters) == [])
        }
        let (shop, game) = (try await find([:], of: "shop"), try await find([:], of: "game"))
        #expect(shop == [id] && game.isEmpty)
      }
    }
  }

  @Test func endedBanIsNotShown() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let id = try #require(session["user"]["id"]?.string)
      let end = Timestamp(server.clock.wallClock.now.addingTimeInterval(60)).rfc3339
      try await server.administer { administration in
        let isBanned = try await administration.banUser(id, reason: "a note", end: end)
        #expect(isBanned)
        #expect(try await administration.user(id)?["ban"]?["reason"] == "a note")
        server.clock.advance(by: 61)
        #expect(try await administration.user(id)?["ban"] == nil)
      }
    }
  }

  @Test func userOfAnApplicationWithoutDirectSignInIsNotCreated() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let problem = await #expect(throws: Problem.self) {
        _ = try await server.administer {
          try await $0.createUser(["username": "lovelace"], for: "site")
        }
      }
      #expect(problem?.code == "browser_sign_in_required")
    }
  }
}

import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// What administrators and programs do with users.
@Suite struct UserAdministrationRouteTests {
  private func key(_ server: TestServer) async throws -> String {
    try await server.administer {
      try await $0.createAdministrationKey(name: "tests", scopes: Set(AdministrationScope.allCases)).1.text
    }
  }

  @Test func searchFindsTheStartOfEachIdentifierOfNamesAndOfTheID() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      let wallet = EthereumTestWallet()
      let signedIn = try await wallet.signIn(server)
      let ada = try await server.administer {
        try await $0.createUser(
          [
            "email": "ada@example.com", "phone_number": "+4915112345678", "username": "ada_l",
            "name": "Ada Lovelace",
            "first_name": "Ada", "last_name": "Lovelace",
          ], for: nil)
      }
      let adam = try await server.administer {
        try await $0.createUser(["email": "adam@example.com"], for: nil)
      }
      let (first, second) = (try #require(ada?["id"]?.string), try #require(adam?["id"]?.string))
      let walletID = try #require(signedIn["user"]["id"]?.string)
      func found(_ text: String) async throws -> [String] {
        let answer = try await server.listening.send(
          .get, "/v1/admin/user-search?q=\(TestClient.form(["q": text]).dropFirst(2))", bearer: key)
        #expect(answer.status == 200, "\(text)")
        return answer["items"].array?.compactMap { $0["id"]?.string } ?? []
      }
      #expect(try await found("ada") == [first, second])
      #expect(try await found("ADA@EXAMPLE.COM") == [first])
      for text in ["+49151123", "love", "LOVELACE", "Ada Love", "ada_l", first, String(first.prefix(36 - 4))]
      {
        #expect(try await found(text).contains(first), "\(text)")
      }
      #expect(try await found(wallet.address) == [walletID])
      #expect(try await found(wallet.address.lowercased()) == [walletID])
      #expect(try await found(String(wallet.address.prefix(12))) == [walletID])
      for text in ["nobody", "%", "_", "'", "\u{10FFFF}"] { #expect(try await found(text) == []) }
      #expect(
        try await server.listening.send(.get, "/v1/admin/user-search?q=", bearer: key).code
          == "invalid_filter")
      #expect(
        try await server.listening.send(.get, "/v1/admin/user-search", bearer: key).code == "invalid_filter")
    }
  }

  @Test func listIsReadInPartsAndFiltered() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      for number in 0..<5 {
        _ = try await server.administer {
          try await $0.createUser(["username": .string("user_\(number)")], for: nil)
        }
        server.clock.advance(by: 1)
      }
      var (names, cursor) = ([String](), "")
      repeat {
        let answer = try await server.listening.send(
          .get, "/v1/admin/users?limit=2&cursor=\(cursor)", bearer: key)
        names += answer["items"].array?.compactMap { $0["username"]?.string } ?? []
        cursor = answer["next_cursor"].string ?? ""
      } while !cursor.isEmpty
      #expect(names == (0..<5).reversed().map { "user_\($0)" })
      let found = try await server.listening.send(.get, "/v1/admin/users?username=user_3", bearer: key)
      #expect(found["items"].array?.count == 1)
      #expect(
        try await server.listening.send(.get, "/v1/admin/users?emial=a", bearer: key).code == "invalid_filter"
      )
    }
  }

  @Test func userIsMadeChangedShownAndDeleted() async throws {
    try await TestServer.runWithMail { server, _ in
      let key = try await key(server)
      func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> TestAPI.Answer
      {
        try await server.listening.send(method, "/v1/admin/users\(path)", body, bearer: key)
      }
      let made = try await send(
        .post, "", ["email": "ada@example.com", "name": "<b>Ada</b>", "invite": true])
      #expect(made.status == 201 && made["email_verified"] == false)
      let id = try #require(made["id"].string)
      #expect(try await send(.post, "", ["email": "ada@example.com"]).code == "identity_in_use")
      #expect(
        try await send(.post, "", ["email": "b@example.com", "application": "none"]).code == "wrong_type")
      let changed = try await send(
        .patch, "/\(id)", ["name": "Ada", "metadata": ["a": 1], "app_metadata": ["plan": "pro"]])
      #expect(changed.status == 200 && changed["name"] == "Ada" && changed["app_metadata"]["plan"] == "pro")
      #expect(try await send(.patch, "/\(id)", ["roles": ["none"]]).code == "unknown_role")
      #expect(try await send(.post, "/\(id)/ban", ["reason": "spam"]).status == 204)
      let page = try await send(.get, "/\(id)")
      #expect(page["user"]["ban"]?["reason"] == "spam" && page["user"]["name"] == "Ada")
      #expect(page["messages"].array?.count == 1 && page["applications"].array?.count == 1)
      #expect(page["sessions"] == [] && page["deletion"] == .null && page["administrator"] == .null)
      #expect(try await send(.post, "/\(id)/unban", [:]).status == 204)
      #expect(try await send(.get, "/\(id)")["user"]["ban"] == nil)
      #expect(try await send(.get, "/\(id)/export")["user"]["id"]?.string == id)
      #expect(try await send(.delete, "/\(id)").status == 204)
      #expect(try await send(.get, "/\(id)")["deletion"]["delete_at"]?.string != nil)
      #expect(try await send(.delete, "/\(id)?immediately=maybe").code == "invalid_filter")
      #expect(try await send(.delete, "/\(id)?immediately=true").status == 204)
      #expect(try await send(.get, "/\(id)").code == "not_found")
      let events = server.log.events("user_deletion")
      #expect(events.count == 2 && events.allSatisfy { $0["key_id"]?.string != nil })
    }
  }

  @Test func userWhoseDeletionIsScheduledIsKept() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      let wallet = EthereumTestWallet()
      let id = try #require(try await wallet.signIn(server)["user"]["id"]?.string)
      let path = "/v1/admin/users/\(id)"
      let keep = { try await server.listening.send(.post, "\(path)/keep", [:], bearer: key).status }
      #expect(try await keep() == 404)
      #expect(try await server.listening.send(.delete, path, bearer: key).status == 204)
      #expect(try await wallet.signIn(server).code == "account_deletion_pending")
      #expect(try await keep() == 204)
      #expect(try await server.listening.send(.get, path, bearer: key)["deletion"] == .null)
      #expect(try await wallet.signIn(server).status == 200)
      #expect(server.log.events("user_keeping").count == 2)
      #expect(try await server.administer { try await !$0.keepUser(id) })
    }
  }

  @Test func addressIsInvitedToAnApplicationAndTheInvitationRevoked() async throws {
    try await TestServer.runWithMail(["applications": [["id": "open"], ["id": "club", "name": "Club"]]]) {
      server, mailbox in
      let key = try await key(server)
      let path = "/v1/admin/invitations"
      func send(_ method: HTTPMethod, _ end: String = "", _ body: JSONValue? = nil) async throws
        -> TestAPI.Answer
      {
        try await server.listening.send(method, path + end, body, bearer: key)
      }
      let made = try await send(.post, "", ["email": "ada@example.com", "application": "club"])
      #expect(made.status == 201 && made["application"] == "club" && made["inviter"] == "Club")
      #expect(try await mailbox.next(to: "ada@example.com", .invitation).text.contains("Club"))
      let id = try #require(made["id"].string)
      #expect(try await send(.get)["items"] == [])
      #expect(try await send(.get, "?application=club")["items"][0]?["id"]?.string == id)
      #expect(try await send(.get, "?application=none").code == "invalid_filter")
      #expect(try await send(.post, "", ["application": "club"]).code == "missing_address")
      #expect(try await send(.delete, "/\(id)").code == "not_found")
      #expect(try await send(.delete, "/\(id)?application=club").status == 204)
      #expect(try await send(.get, "?application=club")["items"] == [])
    }
  }

  @Test func sessionsEndOneByOneOrTogether() async throws {
    try await TestServer.run { server in
      let key = try await key(server)
      let wallet = EthereumTestWallet()
      let sessions = [try await wallet.signIn(server), try await wallet.signIn(server)]
      let id = try #require(sessions[0]["user"]["id"]?.string)
      let path = "/v1/admin/users/\(id)/sessions"
      func isLive(_ session: TestAPI.Answer) async throws -> Bool {
        try await server.listening.send(.get, "/v1/user", bearer: try session.account).status == 200
      }
      let one = try #require(sessions[0]["session_id"].string)
      #expect(try await server.listening.send(.delete, "\(path)/\(one)", bearer: key).status == 204)
      #expect(try await server.listening.send(.delete, "\(path)/\(one)", bearer: key).status == 404)
      #expect(try await !isLive(sessions[0]))
      #expect(try await isLive(sessions[1]))
      #expect(try await server.listening.send(.delete, path, bearer: key).status == 204)
      #expect(try await !isLive(sessions[1]))
    }
  }

  @Test func changingAnAdministratorNeedsItsScope() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      _ = try await TestAdministrator(server, role: .owner)
      let support = try await TestAdministrator(server, role: .support)
      try await support.signIn()
      let other = try await TestAdministrator(server, role: .viewer)
      let path = "/v1/admin/users/\(owner.id)"
      let acts: [(HTTPMethod, String, JSONValue?)] = [
        (.post, "/ban", [:]), (.post, "/unban", [:]), (.post, "/keep", [:]),
        (.post, "/reset-message", [:]), (.post, "/sign-in-link", [:]),
        (.delete, "/sessions", nil),
        (.delete, "/second-factors", nil),
        (.delete, "", nil), (.patch, "", ["name": "x"]),
      ]
      try await owner.signIn()
      // A key of an owner has the role of the owner, and only its own scopes.
      let made = try await owner.send(
        .post, "/v1/admin/keys", ["name": "robot", "scopes": ["admin.users.write", "admin.users.read"]])
      let key = try #require(made["key"].string)
      for user in [owner.id, other.id] {
        let path = "/v1/admin/users/\(user)"
        for (method, end, body) in acts {
          #expect(
            try await support.send(method, path + end, body).code == "insufficient_scope",
            "\(method) \(end)")
          #expect(
            try await server.listening.send(method, path + end, body, bearer: key).code
              == "insufficient_scope", "\(method) \(end)")
        }
      }
      #expect(
        try await owner.send(.delete, "/v1/admin/users/\(other.id)/second-factors", nil).status == 204)
      #expect(try await support.send(.patch, "/v1/admin/users/\(support.id)", ["name": "x"]).status == 200)
      #expect(try await support.send(.get, path)["administrator"] == "owner")
    }
  }

  @Test func ownerManagesAdministrators() async throws {
    try await TestServer.run { server in
      let owner = try await TestAdministrator(server, role: .owner)
      let user = try await TestAdministrator(server)
      try await owner.signIn()
      let path = "/v1/admin/administrators"
      #expect(try await owner.send(.put, "\(path)/\(user.id)", ["role": "support"]).status == 204)
      #expect(try await owner.send(.put, "\(path)/\(user.id)", ["role": "root"]).code == "wrong_type")
      let list = try await owner.send(.get, path)["items"].array ?? []
      #expect(list.map { $0["role"]?.string } == ["owner", "support"])
      #expect(list.last?["added_by"]?.string == "administrator \(owner.id)")
      #expect(try await owner.send(.delete, "\(path)/\(owner.id)").code == "last_owner")
      #expect(try await owner.send(.put, "\(path)/\(owner.id)", ["role": "viewer"]).code == "last_owner")
      #expect(try await owner.send(.delete, "/v1/admin/users/\(owner.id)").code == "last_owner")
      #expect(try await owner.send(.delete, "\(path)/\(user.id)").status == 204)
      #expect(try await owner.send(.delete, "\(path)/\(user.id)").code == "not_found")
      // The first owner was added by a command, whose line comes later.
      #expect(
        server.log.events("administrator_addition").contains { $0["administrator_id"]?.string == owner.id })
    }
  }
}

import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

@Suite("The user name of a signed-in user") struct UserNameChangeTests {
  private static let settings: JSONObject = [
    "applications": [
      [
        "id": "app", "methods": ["password", "siwe", "anonymous"],
        "password": ["identifiers": ["email", "username"]],
      ], ["id": "codes-only"],
    ],
    "limits": ["new_identity_hold": 0],
  ]

  private func patch(
    _ server: TestServer, _ token: String, _ body: JSONValue
  ) async throws -> TestAPI.Answer {
    try await server.api.send(.patch, "/v1/user", body, bearer: token)
  }

  @Test func userSetsChangesAndRemovesTheName() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("ada@example.com")
      let token = try session.account
      let set = try await patch(server, token, ["username": "Lovelace", "name": "Ada"])
      #expect(set.status == 200)
      #expect(set["username"] == "lovelace")
      #expect(set["name"] == "Ada")
      _ = try await mailbox.next(to: "ada@example.com", .userNameChanged)
      #expect(try await codes.signIn("lovelace", password: TestCodes.password).status == 200)

      let changed = try await patch(server, token, ["username": "countess"])
      #expect(changed["username"] == "countess")
      #expect(changed["identities"].array?.count == 2)
      #expect(
        try await codes.signIn("lovelace", password: TestCodes.password).code == "invalid_credentials")
      #expect(try await codes.signIn("countess", password: TestCodes.password).status == 200)

      let removed = try await patch(server, token, ["username": nil])
      #expect(removed.status == 200)
      #expect(removed["username"] == .null)
      #expect(removed["identities"].array?.count == 1)
      #expect(
        try await codes.signIn("countess", password: TestCodes.password).code == "invalid_credentials")
      #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 200)
      #expect(server.log.events("user_name_change").count == 3)
    }
  }

  @Test func anotherSpellingKeepsTheIdentity() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let token = try await TestCodes(server, mailbox).registered("ada@example.com").account
      let first = try await patch(server, token, ["username": "love1ace"])
      let second = try await patch(server, token, ["username": "lovelace"])
      #expect(second["username"] == "lovelace")
      #expect(first["identities"][1]?["id"] == second["identities"][1]?["id"])
    }
  }

  @Test func takenConfusableAndReservedNamesAreRefusedAsAtSignUp() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let (ada, bob) = (
        try await codes.registered("ada@example.com").account,
        try await codes.registered("bob@example.com").account
      )
      _ = try await patch(server, ada, ["username": "lovelace"])
      for name in ["lovelace", "LOVELACE", "1ove1ace", "l\u{43e}velace"] {
        let refused = try await patch(server, bob, ["username": .string(name), "name": "Bob"])
        #expect([409, 422].contains(refused.status))
      }
      #expect(try await patch(server, bob, ["username": "1ove1ace"]).code == "username_taken")
      #expect(try await patch(server, bob, ["username": "admin"]).code == "username_reserved")
      #expect(try await patch(server, bob, ["username": ""]).status == 422)
      #expect(try await patch(server, bob, ["username": 1]).code == "wrong_type")
      // A refusal changes nothing, also not the other members.
      let user = try await server.api.send(.get, "/v1/user", bearer: bob)
      #expect(user["username"] == .null)
      #expect(user["name"] == .null)
    }
  }

  @Test func onlyAChangeNeedsARecentSignIn() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let token = try await TestCodes(server, mailbox).registered("ada@example.com").account
      _ = try await patch(server, token, ["username": "lovelace"])
      server.clock.advance(by: 601)
      #expect(try await patch(server, token, ["username": "lovelace", "name": "Ada"]).status == 200)
      for body in [["username": "countess"], ["username": nil]] as [JSONValue] {
        #expect(try await patch(server, token, body).code == "insufficient_user_authentication")
      }
    }
  }

  @Test func lastWayInIsNotRemoved() async throws {
    try await TestServer.runWithMail(Self.settings) { server, _ in
      let session = try await server.api.send(
        .post, "/v1/password/sign-up", ["username": "lovelace", "password": .string(TestCodes.password)])
      let token = try session.account
      #expect(try await patch(server, token, ["username": nil]).code == "last_identity")
      // The session that rests on the name continues with the new name.
      #expect(try await patch(server, token, ["username": "countess"]).status == 200)
      #expect(try await patch(server, token, ["username": "ada-lovelace"]).status == 200)
      _ = try await EthereumTestWallet().link(server, token)
      #expect(try await patch(server, token, ["username": nil]).status == 200)
      // It ends with the name, because it has no other proof.
      #expect(try await server.api.send(.get, "/v1/user", bearer: token).code == "invalid_token")
    }
  }

  @Test func newNameDoesNotReplaceASettledOne() async throws {
    var settings = Self.settings
    settings["limits"] = ["new_identity_hold": 3600]
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let token = try await codes.registered("ada@example.com").account
      _ = try await patch(server, token, ["username": "lovelace"])
      server.clock.advance(by: 3601)
      // A settled identity was proven recently.
      let settled = try await codes.signIn("lovelace", password: TestCodes.password).account
      #expect(try await patch(server, settled, ["username": "countess"]).status == 200)
      server.clock.advance(by: 3601)
      // A session of a new wallet alone has no proof of a settled identity.
      let owner = try await codes.signIn("countess", password: TestCodes.password).account
      let wallet = EthereumTestWallet()
      _ = try await wallet.link(server, owner)
      let attacker = try await wallet.signIn(server).account
      for body in [["username": nil], ["username": "attacker-name"]] as [JSONValue] {
        #expect(try await patch(server, attacker, body).code == "identity_on_hold")
      }
    }
  }

  @Test func anonymousUsersAndOtherApplicationsGetNoName() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let anonymous = try await server.api.send(.post, "/v1/anonymous", [:])
      #expect(
        try await patch(server, try anonymous.account, ["username": "lovelace"]).code == "sign_up_required")
      let wallet = EthereumTestWallet()
      let other = try await wallet.signIn(server, fields: ["Doorward-Application": "codes-only"])
      #expect(
        try await patch(server, try other.account, ["username": "lovelace"]).code == "identifier_not_offered")
      #expect(try await patch(server, try other.account, ["username": nil]).status == 200)
    }
  }

  @Test func pageChangesTheName() async throws {
    try await TestServer.runWithMail(Self.settings) { server, _ in
      let browser = try await TestBrowser.signedIn(server)
      let set = try await browser.send(.patch, "/session/user", ["username": "lovelace"])
      #expect(set["user"]["username"] == "lovelace")
      #expect(try await browser.send(.patch, "/session/user", ["username": nil]).status == 200)
      #expect(try await browser.isSignedIn)
    }
  }
}

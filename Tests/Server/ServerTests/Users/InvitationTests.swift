import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// An application with `sign_up: "invited"` accepts new users whose address has an invitation.
@Suite struct InvitationTests {
  private static let settings: JSONObject = [
    "applications": [["id": "club", "name": "Club", "sign_up": "invited"], ["id": "open"]]
  ]
  private let email = "ada@example.com"

  private func withServer(
    _ settings: JSONObject = settings,
    _ body: (TestServer, TestMailbox, TestCodes, String) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(settings) { server, mailbox in
      try await body(server, mailbox, TestCodes(server, mailbox), server.apiKey())
    }
  }

  private func invite(
    _ server: TestServer, _ key: String, _ body: JSONObject = ["email": "ada@example.com"]
  ) async throws -> TestAPI.Answer {
    try await server.api.send(.post, "/v1/invitations", .object(body), bearer: key)
  }

  @Test("An invited address signs up by a code, and the invitation is accepted")
  func code() async throws {
    try await withServer { server, mailbox, codes, key in
      let invitation = try await invite(server, key, ["email": "ADA@example.com", "inviter": "Grace"])
      #expect(invitation.status == 201 && invitation["email"].string == email)
      #expect(invitation["inviter"] == "Grace" && invitation["accepted_at"] == .null)
      let message = try await mailbox.next(to: "ADA@example.com", .invitation)
      #expect(message.text.contains("Grace invites you to Club") && message.text.contains("7 days"))
      #expect(message.link == "\(server.origin)/#invited=ada%40example.com" && message.code.isEmpty)
      let session = try await codes.signIn(email)
      #expect(session.status == 200 && session["is_new_user"] == true)
      let listed = try await server.api.send(.get, "/v1/invitations", bearer: key)
      #expect(listed["items"].array?.count == 1)
      #expect(listed["items"].array?.first?["accepted_at"]?.string != nil)
      // The invitation does not permit another sign-up.
      let id = try #require(session.json["user"]?["id"]?.string)
      #expect(try await server.api.send(.delete, "/v1/users/\(id)", bearer: key).status == 204)
      _ = try await mailbox.next(to: email, .accountDeleted)
      server.clock.advance(by: 1)
      _ = try await codes.send(to: email)
      #expect(mailbox.all.isEmpty)
    }
  }

  @Test(
    "An application that invites as itself is named once",
    arguments: ["Club", "club", " CLUB ", "Cl\u{200b}ub", "\u{2068}Club\u{2069}"])
  func inviterIsTheApplication(inviter: String) async throws {
    try await withServer { server, mailbox, _, key in
      let invitation = try await invite(
        server, key, ["email": "ada@example.com", "inviter": .string(inviter)])
      #expect(invitation.status == 201)
      let message = try await mailbox.next(to: email, .invitation)
      #expect(!message.text.contains("invites you"))
    }
  }

  @Test("An invited address signs up with a password")
  func password() async throws {
    try await withServer { server, _, codes, key in
      _ = try await invite(server, key)
      #expect(try await codes.registered(email).status == 200)
    }
  }

  @Test("Addresses with and without an account or an invitation get the same answers")
  func answersAlike() async throws {
    try await withServer { server, mailbox, codes, key in
      _ = try await invite(server, key, ["email": "member@example.com"])
      _ = try await codes.signIn("member@example.com")
      _ = try await invite(server, key, ["email": "guest@example.com"])
      server.clock.advance(by: 1)
      var lengths: Set<Int> = []
      for address in ["member@example.com", "guest@example.com", "stranger@example.com"] {
        for answer in try await [codes.send(to: address), codes.signUp(address)] {
          #expect(answer.status == 202)
          #expect(answer.json.object?.map(\.key) == ["challenge_id", "expires_at", "resend_at"])
          lengths.insert(answer["challenge_id"].string?.utf8.count ?? 0)
        }
      }
      #expect(lengths.count == 1)
      _ = try await mailbox.next(to: "guest@example.com", .signUpCode)
      _ = try await mailbox.next(to: "member@example.com", .accountExists)
      #expect(!mailbox.all.contains { $0.recipient == "stranger@example.com" })
    }
  }

  @Test("A wallet and a user name need an address with an invitation")
  func otherMethods() async throws {
    let settings: JSONObject = [
      "applications": [
        ["id": "club", "sign_up": "invited", "password": ["identifiers": ["email", "username"]]]
      ]
    ]
    try await withServer(settings) { server, _, codes, key in
      #expect(try await EthereumTestWallet().signIn(server).code == "invitation_required")
      let named = try await server.api.send(
        .post, "/v1/password/sign-up", ["username": "ada_l", "password": .string(TestCodes.password)])
      #expect(named.status == 403 && named.code == "invitation_required")
      _ = try await invite(server, key)
      let session = try await codes.signIn(email)
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(server, try session.account).status == 200)
      #expect(try await wallet.signIn(server)["is_new_user"] == false)
    }
  }

  @Test("An expired or revoked invitation, and one to another application, permit nothing")
  func deadInvitations() async throws {
    try await withServer { server, mailbox, codes, key in
      _ = try await invite(server, key, ["email": "a@example.com", "expires_in": 3600])
      let revoked = try await invite(server, key, ["email": "b@example.com"])
      let id = try #require(revoked["id"].string)
      let other = try await server.apiKey("open")
      #expect(try await server.api.send(.delete, "/v1/invitations/\(id)", bearer: other).code == "not_found")
      #expect(try await server.api.send(.delete, "/v1/invitations/\(id)", bearer: key).status == 204)
      #expect(try await server.api.send(.delete, "/v1/invitations/\(id)", bearer: key).code == "not_found")
      _ = try await invite(server, other, ["email": "c@example.com"])
      let invited = ["a@example.com", "b@example.com", "c@example.com"]
      for address in invited { _ = try await mailbox.next(to: address, .invitation) }
      // The invitation is live when the code is sent, and has expired when it is typed.
      server.clock.advance(by: 3500)
      let challenge = try await codes.send(to: "a@example.com")
      let code = try await mailbox.next(to: "a@example.com", .signInCode).code
      server.clock.advance(by: 101)
      #expect(try await codes.signIn(challenge, code).code == "invitation_required")
      for address in invited { #expect(try await codes.send(to: address).status == 202) }
      #expect(mailbox.all.isEmpty)
    }
  }

  @Test("Of parallel sign-ups with one invitation, one makes a user")
  func parallelSignUps() async throws {
    try await withServer { server, mailbox, codes, key in
      _ = try await invite(server, key)
      let challenge = try await codes.send(to: email)
      let code = try await mailbox.next(to: email, .signInCode).code
      let statuses = try await inParallel(20) { _ in try await codes.signIn(challenge, code).status }
      #expect(statuses.filter { $0 == 200 }.count == 1)
      let users = try await server.api.send(.get, "/v1/users", bearer: key)
      #expect(users["items"].array?.count == 1)
    }
  }

  @Test("A second invitation replaces the first, and wrong invitations are refused")
  func invitations() async throws {
    let settings: JSONObject = [
      "applications": [["id": "work", "sign_up": "invited", "email_domains": ["example.com"]]]
    ]
    try await withServer(settings) { server, _, _, key in
      let first = try await invite(server, key)
      server.clock.advance(by: 1)
      let second = try await invite(server, key)
      #expect(first["id"] != second["id"])
      let listed = try await server.api.send(.get, "/v1/invitations", bearer: key)
      #expect(listed["items"].array?.map { $0["id"] } == [second["id"]])
      let cases: [(JSONObject, Int, String)] = [
        ([:], 400, "missing_address"),
        (["email": "a@example.com", "expires_in": 10], 422, "invalid_invitation"),
        (["email": "a@example.com", "inviter": "a\nb"], 422, "invalid_invitation"),
        (["email": "a@other.example"], 403, "email_domain_not_allowed"),
        (["email": "a@example.com", "locale": "???"], 422, "invalid_locale"),
      ]
      for (body, status, code) in cases {
        let answer = try await invite(server, key, body)
        #expect(answer.status == status && answer.code == code)
      }
    }
  }

  @Test("Invitations count for the limit of codes of their address, and not for its pause")
  func limit() async throws {
    var settings = Self.settings
    settings["rate_limits"] = ["code_pause": 60, "code_per_hour_and_address": 2]
    try await withServer(settings) { server, _, codes, key in
      let open = try await server.apiKey("open")
      #expect(try await invite(server, key).status == 201)
      let created = try await server.api.send(
        .post, "/v1/users", ["email": "ADA@example.com", "invite": true], bearer: open)
      #expect(created.status == 201)
      let refused = try await invite(server, open)
      #expect(refused.status == 429 && refused.fields["Retry-After"] != nil)
      let second = try await server.api.send(
        .post, "/v1/users", ["email": "ada@example.com", "username": "ada_l", "invite": true], bearer: key)
      #expect(second.status == 429)
      #expect(try await codes.send(to: email).status == 429)
      #expect(try await invite(server, key, ["email": "bob@example.com"]).status == 201)
      // The user asks for a code as soon as the invitation has arrived.
      #expect(try await codes.send(to: "bob@example.com").status == 202)
    }
  }

  @Test("A server without mail refuses an invitation")
  func noChannel() async throws {
    try await TestServer.run(Self.settings) { server in
      let key = try await server.apiKey()
      let answer = try await invite(server, key)
      #expect(answer.status == 403 && answer.code == "channel_not_offered")
      #expect(try await server.api.send(.get, "/v1/invitations", bearer: key)["items"] == [])
    }
  }

  @Test("The operator invites an address, and the running server sends the message")
  func command() async throws {
    try await withServer { server, mailbox, codes, _ in
      let invitation = try await server.administer {
        try await $0.invite(["email": "ada@example.com"], to: nil)
      }
      let message = try await mailbox.next(to: email, .invitation)
      #expect(message.text.contains("You are invited to Club") && !message.text.contains("Club invites"))
      let listed = try await server.administer { try await $0.invitations(to: "club", limit: 9) }
      #expect(listed == [invitation])
      #expect(try await codes.signIn(email).status == 200)
      let id = try #require(invitation["id"]?.string)
      #expect(try await server.administer { try await $0.revokeInvitation(id, to: nil) })
      #expect(try await !server.administer { try await $0.revokeInvitation(id, to: nil) })
    }
  }
}

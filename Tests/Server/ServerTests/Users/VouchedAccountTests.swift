import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// An account that a backend has made belongs to the first user who proves one of its addresses (threat 10). A backend only
/// vouches for addresses: nothing that it, or the holder of the password it has set, has put into the account stays.
@Suite struct VouchedAccountTests: VouchedAccountSuite {
  @Test(
    "The first proof of an address ends everything that the user has not proven",
    arguments: FirstProof.allCases)
  func firstProof(_ proof: FirstProof) async throws {
    try await withAccount { server, mailbox, codes, key, user in
      // The holder of the password signs in first, also by the user name.
      let planted = try await codes.signIn(
        proof == .verification ? name : email, password: TestCodes.password)
      #expect(try await server.user(planted)?["email_verified"] == false)
      #expect(try await server.user(planted)?["phone_number_verified"] == false)
      server.clock.advance(by: 61)

      let owner = try await proves(proof, server, mailbox, codes, planted)
      let address = proof == .change ? "ada@new.example.com" : email
      #expect(owner["email"]?.string == address && owner["email_verified"] == true)
      #expect(owner["id"] == .string(user) && owner["phone_number"] == .null && owner["username"] == .null)
      #expect(owner["identities"]?.array?.count == 1)
      #expect(owner["has_password"] == .bool(proof == .reset))

      server.clock.advance(by: 61)
      for identifier in [email, phone, name] {
        #expect(
          try await !Self.isSignedIn(codes.signIn(identifier, password: TestCodes.password)), "\(identifier)")
      }
      if proof == .page {
        #expect(try await server.api.send(.get, "/v1/users/\(user)", bearer: key).status == 404)
      }
      if proof != .verification, proof != .change { #expect(try await !server.isLive(planted)) }
      #expect(try await codes.signIn(address)["is_new_user"] == false)
    }
  }

  @Test("A password proves no address")
  func password() async throws {
    try await withAccount { server, _, codes, _, _ in
      for identifier in [email, phone, name] {
        let session = try await codes.signIn(identifier, password: TestCodes.password)
        let user = try #require(try await server.user(session))
        #expect(user["email_verified"] == false && user["phone_number_verified"] == false)
        #expect(user["identities"]?.array?.allSatisfy { $0["verified_at"] == .null } == true)
      }
    }
  }

  @Test("The creator has access until the first proof, and again when the user signs in to its application")
  func grant() async throws {
    try await withAccount { server, mailbox, codes, key, user in
      let path = "/v1/users/\(user)"
      let game = try await server.apiKey("game")
      #expect(try await server.api.send(.get, path, bearer: key)["email"].string == email)
      #expect(
        try await codes.signIn(
          codes.send(to: email, fields: ["Doorward-Application": "game"]),
          mailbox.next(to: email, .signInCode).code, fields: ["Doorward-Application": "game"])["is_new_user"]
          == false)
      #expect(try await server.api.send(.get, path, bearer: game)["email_verified"] == true)
      #expect(try await server.api.send(.get, path, bearer: key).status == 404)
      #expect(try await server.api.send(.get, "/v1/users", bearer: key)["items"] == [])
      server.clock.advance(by: 61)
      _ = try await codes.signIn(email)
      let seen = try await server.api.send(.get, path, bearer: key)
      #expect(seen["email_verified"] == true && seen["app_metadata"] == ["plan": "pro"])
    }
  }

  @Test("The first sign-in to the creator's own application keeps its grant and its data")
  func ownApplication() async throws {
    try await withAccount { server, _, codes, key, user in
      _ = try await codes.signIn(email)
      let seen = try await server.api.send(.get, "/v1/users/\(user)", bearer: key)
      #expect(seen["email_verified"] == true && seen["app_metadata"] == ["plan": "pro"])
    }
  }

  @Test(
    "The owner of an address adds it to another account, although a backend has vouched for it",
    arguments: [true, false])
  func taken(isOnlyIdentity: Bool) async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let key = try await server.apiKey()
      var body: JSONObject = ["email": .string(email), "password": .string(TestCodes.password)]
      if !isOnlyIdentity { body["username"] = .string(name) }
      let created = try await server.api.send(.post, "/v1/users", .object(body), bearer: key)
      let owner = try await EthereumTestWallet().signIn(server)
      let sent = try await codes.send(to: email, purpose: "verify", bearer: owner.account)
      let code = try await mailbox.next(to: email, .verifyAddress).code
      let answer = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: owner.account)
      #expect(answer.status == 200)
      #expect(try await server.user(owner)?["email_verified"] == true)
      let left = try await server.api.send(
        .get, "/v1/users/\(try #require(created["id"].string))", bearer: key)
      #expect(left.status == (isOnlyIdentity ? 404 : 200) && left["email"] == .null)
    }
  }

  @Test("An account that the operator creates counts as proven")
  func operatorsWord() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let created = try await server.administer {
        try await $0.createUser(
          [
            "email": .string(email), "phone_number": .string(phone), "password": .string(TestCodes.password),
          ], for: nil)
      }
      #expect(created?["email_verified"] == true)
      let user = try #require(try await codes.signIn(email).json["user"])
      #expect(user["phone_number"]?.string == phone && user["has_password"] == true)
      #expect(try await codes.signIn(email, password: TestCodes.password).status == 200)
    }
  }

  @Test(
    "An account that a user has signed in to is not deleted by a proof of its only address in another account"
  )
  func usedAccount() async throws {
    try await TestServer.runWithMail(Self.settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let body: JSONValue = ["email": .string(email), "password": .string(TestCodes.password)]
      _ = try await server.api.send(.post, "/v1/users", body, bearer: server.apiKey())
      let used = try await codes.signIn(email, password: TestCodes.password)
      let owner = try await EthereumTestWallet().signIn(server)
      let sent = try await codes.send(to: email, purpose: "verify", bearer: owner.account)
      let code = try await mailbox.next(to: email, .verifyAddress).code
      let answer = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: owner.account)
      #expect(answer.status == 409 && answer.code == "identity_in_use")
      #expect(try await server.isLive(used))
      let again = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: owner.account)
      #expect(again.code == "challenge_used")
    }
  }

  @Test("A wallet that is added is a proof too: it ends what a backend has set, and the session goes on")
  func wallet() async throws {
    try await withAccount { server, _, codes, _, user in
      let session = try await codes.signIn(email, password: TestCodes.password)
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(server, try session.account).status == 200)
      let seen = try #require(try await server.user(session))
      #expect(seen["email"] == .null && seen["has_password"] == false)
      #expect(try await wallet.signIn(server).json["user"]?["id"]?.string == user)
      server.clock.advance(by: 61)
      #expect(try await codes.signIn(email)["is_new_user"] == true)
    }
  }

  @Test("A code as the second factor proves its address")
  func factorCode() async throws {
    let settings = Self.settings(["required": true, "codes": ["email"]])
    try await withAccount(settings) { server, mailbox, codes, _, _ in
      let waiting = try await codes.signIn(name, password: TestCodes.password)
      let sent = try await server.api.send(
        .post, "/v1/code/send",
        ["purpose": "second_factor", "challenge_id": waiting["second_factor"]["challenge_id"] ?? .null])
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        [
          "challenge_id": sent["challenge_id"], "method": "code",
          "code": .string(try await mailbox.next(to: email, .secondFactorCode).code),
        ])
      #expect(session.status == 200)
      let seen = try #require(try await server.user(session))
      #expect(seen["email_verified"] == true && seen["phone_number"] == .null && seen["username"] == .null)
      #expect(seen["has_password"] == false)
      _ = try await mailbox.next(to: phone, .signInMethodRemoved)
    }
  }

  /// The ways in which the account gets an owner, and the addresses that it loses.
  enum Loss: CaseIterable {
    case signIn, session, change, wallet
  }

  @Test("The first proof is announced to each address that it removes", arguments: Loss.allCases)
  func notice(_ loss: Loss) async throws {
    try await withAccount { server, mailbox, codes, _, _ in
      let session = try await codes.signIn(name, password: TestCodes.password)
      switch loss {
      case .signIn: _ = try await proves(.code, server, mailbox, codes, session)
      case .session: _ = try await proves(.verification, server, mailbox, codes, session)
      case .change: _ = try await proves(.change, server, mailbox, codes, session)
      case .wallet: #expect(try await EthereumTestWallet().link(server, try session.account).status == 200)
      }
      let text = try await mailbox.next(to: phone, .signInMethodRemoved)
      #expect(text.text.contains("Phone number"))
      switch loss {
      case .signIn, .session: #expect(!mailbox.all.contains { $0.kind == .signInMethodRemoved })
      case .change: _ = try await mailbox.next(to: email, .emailChanged)
      case .wallet:
        let mail = try await mailbox.next(to: email, .signInMethodRemoved)
        // The holder of the address has no right to the account.
        #expect(mail.text.contains("Email address") && !mail.link.contains("#"))
      }
    }
  }

  // MARK: Refusals

  /// The sign-ins that are refused after the proof of the address.
  enum Refusal: CaseIterable {
    case banned, uninvited
  }

  @Test("A sign-in that is refused changes nothing in the account", arguments: Refusal.allCases)
  func refusedSignIn(_ refusal: Refusal) async throws {
    let settings: JSONObject = [
      "applications": [["id": "default"], ["id": "game", "sign_up": "invited"]]
    ]
    try await withAccount(settings) { server, mailbox, codes, key, user in
      let session = try await codes.signIn(name, password: TestCodes.password)
      let fields: HTTPFields = ["Doorward-Application": refusal == .uninvited ? "game" : "default"]
      if refusal == .banned {
        #expect(try await server.administer { try await $0.banUser(user, reason: nil, end: nil) })
      }
      let sent = try await codes.send(to: email, fields: fields)
      let code = try await mailbox.next(to: email, .signInCode).code
      let refused = try await codes.signIn(sent, code, fields: fields)
      #expect(refused.status == 403)
      #expect(refused.code == (refusal == .banned ? "user_banned" : "invitation_required"))
      #expect(try await codes.signIn(sent, code, fields: fields).code == "challenge_used")
      #expect(!mailbox.all.contains { $0.kind == .signInMethodRemoved })
      if refusal == .banned {
        #expect(try await server.administer { try await $0.unbanUser(user) })
      } else {
        #expect(try await server.isLive(session))
      }
      let kept = try await server.api.send(.get, "/v1/users/\(user)", bearer: key)
      #expect(kept.status == 200 && kept["phone_number"].string == phone)
      for identifier in [email, phone, name] {
        #expect(try await codes.signIn(identifier, password: TestCodes.password).status == 200)
      }
    }
  }

  @Test("No link restores an address that was only vouched for")
  func undoLink() async throws {
    try await withAccount { server, mailbox, codes, _, _ in
      let planted = try await codes.signIn(name, password: TestCodes.password)
      let identities = try #require(try await server.user(planted)?["identities"]?.array)
      let id = try #require(identities.first { $0["type"] == "email" }?["id"]?.string)
      let removed = try await server.api.send(.delete, "/v1/user/identities/\(id)", bearer: planted.account)
      #expect(removed.status == 204, "\(removed.code ?? "")")
      let notices = mailbox.all.filter { $0.kind == .emailChanged && $0.recipient == email }
      #expect(notices.allSatisfy { $0.token.isEmpty })
    }
  }

  @Test(
    "A backend that bans an account which it has made bans no owner of its addresses",
    arguments: [true, false])
  func ban(isDeleted: Bool) async throws {
    try await withAccount { server, _, codes, key, user in
      #expect(try await server.api.send(.post, "/v1/users/\(user)/ban", [:], bearer: key).status == 204)
      if isDeleted {
        #expect(try await server.api.send(.delete, "/v1/users/\(user)", bearer: key).status == 204)
      }
      let session = try await codes.signIn(email)
      #expect(session.status == 200 && session["is_new_user"] == .bool(isDeleted))
    }
  }
}

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
@Suite struct VouchedAccountTests {
  private let email = "ada@example.com"
  private let phone = "+4915123456789"
  private let name = "ada_l"
  private static let settings: JSONObject = ["applications": [["id": "default"], ["id": "game"]]]

  /// The settings of an application with a policy of second factors.
  private static func settings(_ secondFactor: JSONObject) -> JSONObject {
    ["applications": [["id": "default", "second_factor": .object(secondFactor)], ["id": "game"]]]
  }

  /// A server with an account that the backend of the first application has made.
  private func withAccount(
    _ settings: JSONObject = Self.settings,
    _ body: (TestServer, TestMailbox, TestCodes, _ key: String, _ user: String) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(settings) { server, mailbox in
      let key = try await server.apiKey()
      let created = try await server.api.send(
        .post, "/v1/users",
        [
          "email": .string(email), "phone_number": .string(phone), "username": .string(name),
          "password": .string(TestCodes.password), "app_metadata": ["plan": "pro"],
        ], bearer: key)
      #expect(created.status == 201)
      server.clock.advance(by: 1)
      try await body(server, mailbox, TestCodes(server, mailbox), key, #require(created["id"].string))
    }
  }

  private static func isSignedIn(_ answer: TestAPI.Answer) -> Bool {
    answer.status == 200 || answer.code == "second_factor_required"
  }

  /// The ways in which the owner proves the mail for the first time.
  enum Proof: CaseIterable {
    case code, reset, page, verification, change
  }

  @Test(
    "The first proof of an address ends everything that the user has not proven", arguments: Proof.allCases)
  func firstProof(_ proof: Proof) async throws {
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

  /// Proves the mail, and returns the user as the owner sees it.
  private func proves(
    _ proof: Proof, _ server: TestServer, _ mailbox: TestMailbox, _ codes: TestCodes,
    _ planted: TestAPI.Answer
  ) async throws -> JSONValue {
    switch proof {
    case .code:
      return try #require(try await codes.signIn(email).json["user"])
    case .reset:
      let reset = try await codes.reset(email)
      let answer = try await codes.confirm(
        reset, mailbox.next(to: email, .passwordReset).code, "a password of the owner alone")
      return try #require(answer.json["user"])
    case .page:
      let browser = TestBrowser(server)
      let sent = try await browser.send(
        .post, "/session/code/send", ["email": .string(email), "purpose": "sign_in"])
      let code = try await mailbox.next(to: email, .signInCode).code
      let answer = try await browser.send(
        .post, "/session/code/sign-in", ["challenge_id": sent["challenge_id"], "code": .string(code)])
      #expect(answer.status == 200)
      return try await browser.send(.get, "/session/state")["user"]
    case .verification, .change:
      let isChange = proof == .change
      let address = isChange ? "ada@new.example.com" : email
      let sent = try await codes.send(
        to: address, purpose: isChange ? "change" : "verify", bearer: planted.account)
      let code = try await mailbox.next(to: address, isChange ? .changeAddress : .verifyAddress).code
      let answer = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: planted.account)
      #expect(answer.status == 200)
      return try #require(try await server.user(planted))
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

  // MARK: Second factors

  /// The factors that a signed-in user adds.
  enum Factor: CaseIterable {
    case authenticator, codes
  }

  @Test(
    "A session adds a second factor only after a proof: the first proof would remove the factor",
    arguments: Factor.allCases)
  func factor(_ factor: Factor) async throws {
    try await withAccount(Self.settings(["codes": ["email"]])) { server, mailbox, codes, _, _ in
      let session = try await codes.signIn(name, password: TestCodes.password)
      func adds() async throws -> TestAPI.Answer {
        switch factor {
        case .authenticator:
          try await server.api.send(.post, "/v1/second-factors/totp", [:], bearer: session.account)
        case .codes:
          try await server.api.send(
            .post, "/v1/second-factors/code", ["channel": "email"], bearer: session.account)
        }
      }
      let refused = try await adds()
      #expect(refused.status == 409 && refused.code == "unproven_address")
      _ = try await proves(.verification, server, mailbox, codes, session)
      // Codes need another way to sign in.
      #expect(
        try await server.api.send(
          .post, "/v1/password/change", ["new_password": "a password of the owner alone"],
          bearer: session.account
        ).status == 204)
      #expect(try await adds().status == 200)
    }
  }

  @Test("A sign-in with the password adds no second factor, and one with a code does")
  func enrollment() async throws {
    try await withAccount(Self.settings(["required": true])) { server, _, codes, _, user in
      for identifier in [email, phone, name] {
        let refused = try await codes.signIn(identifier, password: TestCodes.password)
        #expect(refused.status == 409 && refused.code == "unproven_address")
      }
      let waiting = try await codes.signIn(email)
      #expect(waiting["second_factor"]["enrollment_methods"]?.array?.contains("totp") == true)
      let (begun, authenticator) = try await TestAuthenticator.enroll(
        server, in: waiting, binding: codes.binding)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        .object(codes.answer(begun, try authenticator.code()).merging(patch: ["method": "totp"])))
      #expect(session["user"]["id"]?.string == user && session["user"]["email_verified"] == true)
    }
  }

  @Test("A user name, which nobody else can prove, keeps no second factor from the account")
  func userName() async throws {
    try await TestServer.runWithMail(Self.settings(["required": true])) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let body: JSONValue = ["username": .string(name), "password": .string(TestCodes.password)]
      _ = try await server.api.send(.post, "/v1/users", body, bearer: server.apiKey())
      let waiting = try await codes.signIn(name, password: TestCodes.password)
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        ["challenge_id": begun["challenge_id"], "method": "totp", "code": .string(authenticator.code())])
      #expect(session.status == 200)
    }
  }

  @Test(
    "An address to which the server sends nothing keeps no second factor from the account",
    arguments: [nil, TestMailbox([.email])], [true, false])
  func unreachedAddress(_ mailbox: TestMailbox?, isDuringSignIn: Bool) async throws {
    let application: JSONObject = ["methods": ["password"], "password": ["identifiers": ["username"]]]
    let settings: JSONObject = [
      "applications": [
        .object(application.merging(patch: ["id": "default", "second_factor": ["required": true]])),
        .object(application.merging(patch: ["id": "game"])),
      ]
    ]
    try await TestServer.run(settings, mailbox: mailbox) { server in
      let codes = try TestCodes(server, mailbox ?? TestMailbox([]))
      let (member, address) = mailbox == nil ? ("email", email) : ("phone_number", phone)
      let body: JSONObject = [
        member: .string(address), "username": .string(name), "password": .string(TestCodes.password),
      ]
      _ = try await server.api.send(.post, "/v1/users", .object(body), bearer: server.apiKey())
      guard isDuringSignIn else {
        let session = try await codes.signIn(
          name, password: TestCodes.password, fields: ["Doorward-Application": "game"])
        _ = try await TestAuthenticator.add(server, bearer: session.account)
        return
      }
      let waiting = try await codes.signIn(name, password: TestCodes.password)
      let (begun, authenticator) = try await TestAuthenticator.enroll(server, in: waiting)
      let session = try await server.api.send(
        .post, "/v1/second-factor/verify",
        ["challenge_id": begun["challenge_id"], "method": "totp", "code": .string(authenticator.code())])
      #expect(session.status == 200)
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

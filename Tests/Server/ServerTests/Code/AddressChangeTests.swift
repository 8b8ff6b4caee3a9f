import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A signed-in user adds or replaces an email address.
@Suite struct AddressChangeTests {
  @Test("A wallet user adds an email address, and then signs in with it")
  func add() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let wallet = try await EthereumTestWallet().signIn(server)
      let codes = try TestCodes(server, mailbox)
      let user = try await codes.set("ada@example.com", purpose: "verify", .verifyAddress, wallet.account)
      #expect(user.status == 200 && user["email"] == "ada@example.com")
      #expect(user["identities"].array?.count == 2)
      server.clock.advance(by: 1)
      let session = try await TestCodes(server, mailbox).signIn("ada@example.com")
      #expect(session.json["user"]?["id"] == user["id"])
    }
  }

  @Test("A new address takes effect when it is proven, and the old one gets a notice (case 12)")
  func replace() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn("old@example.com")
      let challenge = try await codes.send(to: "new@example.com", purpose: "change", bearer: session.account)
      let code = try await mailbox.next(to: "new@example.com", .changeAddress).code
      let before = try await server.api.send(.get, "/v1/user", bearer: session.account)
      #expect(before["email"] == "old@example.com")
      let after = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
      #expect(after["email"] == "new@example.com" && after["identities"].array?.count == 1)
      _ = try await mailbox.next(to: "old@example.com", .emailChanged)
      // The session continues, and the old address now belongs to another user.
      #expect(try await server.api.send(.get, "/v1/user", bearer: session.account).status == 200)
      let other = try await TestCodes(server, mailbox).signIn("old@example.com")
      #expect(other["is_new_user"] == true)
    }
  }

  @Test("A code that was sent to the old address is void (case 12)")
  func codesOfTheOldAddress() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered("old@example.com")
      let reset = try await codes.reset("old@example.com")
      let resetCode = try await mailbox.next(to: "old@example.com", .passwordReset).code
      let signIn = try await codes.send(to: "old@example.com")
      let signInCode = try await mailbox.next(to: "old@example.com", .signInCode).code
      let changed = try await codes.set(
        "new@example.com", purpose: "change", .changeAddress, session.account)
      #expect(changed["email"] == "new@example.com")
      #expect(try await codes.confirm(reset, resetCode).code == "challenge_used")
      #expect(try await codes.signIn(signIn, signInCode).code == "challenge_used")
      #expect(try await codes.signIn("new@example.com", password: TestCodes.password).status == 200)
    }
  }

  @Test("A second address is refused unless the purpose is a change")
  func second() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn("old@example.com")
      let answer = try await codes.send(to: "new@example.com", purpose: "verify", bearer: session.account)
      #expect(answer.status == 409 && answer.code == "address_exists")
    }
  }

  @Test("An address of another user is refused, after it was proven")
  func foreign() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      _ = try await codes.signIn("ada@example.com")
      let session = try await codes.signIn("eve@example.com")
      let answer = try await codes.set("ada@example.com", purpose: "change", .changeAddress, session.account)
      #expect(answer.status == 409 && answer.code == "identity_in_use")
    }
  }

  @Test("An old sign-in cannot change the address")
  func oldSignIn() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn("ada@example.com")
      server.clock.advance(by: 601)
      let answer = try await codes.send(to: "new@example.com", purpose: "change", bearer: session.account)
      #expect(answer.code == "insufficient_user_authentication")
    }
  }

  @Test("An anonymous user who proves an address by a code becomes registered")
  func upgrade() async throws {
    try await TestServer.runWithMail(["applications": [["id": "app", "methods": ["code", "anonymous"]]]]) {
      server, mailbox in
      let visitor = try await TestVisitor(server)
      let codes = try TestCodes(server, mailbox)
      let challenge = try await codes.send(to: "ada@example.com")
      let code = try await mailbox.next(to: "ada@example.com", .signInCode).code
      let session = try await codes.signIn(challenge, code, bearer: visitor.session.account)
      #expect(session.json["user"]?["id"] == .string(visitor.user))
      #expect(session.json["user"]?["kind"] == "registered")
    }
  }
}

extension AddressChangeTests {
  @Test("An anonymous user can add neither an address nor a password (case 10)")
  func anonymous() async throws {
    try await TestServer.runWithMail([
      "applications": [["id": "app", "methods": ["password", "code", "anonymous"]]]
    ]) {
      server, mailbox in
      let visitor = try await TestVisitor(server)
      let codes = try TestCodes(server, mailbox)
      for purpose in ["verify", "change"] {
        let answer = try await codes.send(
          to: "eve@example.com", purpose: purpose, bearer: visitor.session.account)
        #expect(answer.status == 403 && answer.code == "sign_up_required")
      }
      let change = try await server.api.send(
        .post, "/v1/password/change", ["new_password": "a planted long password"],
        bearer: visitor.session.account)
      #expect(change.code == "sign_up_required")
    }
  }

  @Test("A wallet that was added a moment ago cannot replace the address (IdentityHold)")
  func newWalletKeepsTheAddress() async throws {
    let clock = TestClock()
    try await TestServer.runWithMail(clock: clock) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn("ada@example.com")
      let wallet = EthereumTestWallet()
      clock.advance(by: 2 * 24 * 3600)
      let owner = try await codes.signIn("ada@example.com")
      #expect(try await wallet.link(server, owner.account).status == 200)
      let attacker = try await wallet.signIn(server)
      let answer = try await codes.set("eve@example.com", purpose: "change", .changeAddress, attacker.account)
      #expect(answer.status == 403 && answer.code == "identity_on_hold")
      let user = try await server.api.send(.get, "/v1/user", bearer: owner.account)
      #expect(user["email"] == "ada@example.com" && user["id"] == session.json["user"]?["id"])
    }
  }

  @Test("A proven address gives the session no newer sign-in and no other strength (case 31)")
  func noStepUp() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let session = try await EthereumTestWallet().signIn(server)
      let codes = try TestCodes(server, mailbox)
      server.clock.advance(by: 300)
      #expect(
        try await codes.set("ada@example.com", purpose: "verify", .verifyAddress, session.account).status
          == 200)
      let refreshed = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(session.refreshToken)")
      for claim in ["amr", "acr", "auth_time"] {
        #expect(try refreshed.claims("access_token")[claim] == session.claims("access_token")[claim])
      }
    }
  }

  @Test("An added address is announced to the other address")
  func notice() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.signIn("ada@example.com")
      let challenge = try await server.api.send(
        .post, "/v1/code/send",
        [
          "phone_number": "+4915123456789", "purpose": "verify", "binding": .string(codes.binding.value),
        ], bearer: session.account)
      let code = try await mailbox.next(to: "+4915123456789", .verifyAddress).code
      let user = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
      #expect(user["phone_number"] == "+4915123456789")
      #expect(try await mailbox.next(to: "ada@example.com", .signInMethodAdded).text.contains("Phone number"))
    }
  }

  @Test("A phone number gets a bounded number of each notice in an hour")
  func noticesBySMS() async throws {
    try await TestServer.runWithMail(["rate_limits": ["code_per_hour_and_address": 5]]) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await EthereumTestWallet().signIn(server)
      let number = "+4915123456789"
      let challenge = try await server.api.send(
        .post, "/v1/code/send",
        ["phone_number": .string(number), "purpose": "verify", "binding": .string(codes.binding.value)],
        bearer: session.account)
      let code = try await mailbox.next(to: number, .verifyAddress).code
      let verified = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
      #expect(verified.status == 200)
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      for _ in 0..<8 {
        server.clock.advance(by: 1)
        let replaced = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account)
        #expect(replaced.status == 200)
      }
      // The export lists the messages of the user.
      let export = try await server.api.send(.get, "/v1/user/export", bearer: session.account)
      let kinds = try #require(export["messages"].array).compactMap { $0["kind"]?.string }
      #expect(kinds.count { $0 == "second_factor_added" } == 1)
      #expect(kinds.count { $0 == "recovery_codes_replaced" } == 5)
      // The notices before do not suppress the one that matters most.
      let new = "+4915123456780"
      let change = try await server.api.send(
        .post, "/v1/code/send",
        ["phone_number": .string(new), "purpose": "change", "binding": .string(codes.binding.value)],
        bearer: session.account)
      let proof = try await mailbox.next(to: new, .changeAddress).code
      let changed = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(change, proof)), bearer: session.account)
      #expect(changed["phone_number"] == .string(new))
      _ = try await mailbox.next(to: number, .phoneChanged)
    }
  }
}

extension TestCodes {
  /// Proves an address for the signed-in user.
  func set(
    _ email: String, purpose: String, _ kind: MessageKind, _ bearer: String
  ) async throws -> TestAPI.Answer {
    let challenge = try await send(to: email, purpose: purpose, bearer: bearer)
    let code = try await mailbox.next(to: email, kind).code
    return try await server.api.send(
      .post, "/v1/code/verify", .object(answer(challenge, code)), bearer: bearer)
  }
}

import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// The link of each notice undoes its change and secures the account.
@Suite struct SecuringTests {
  static let address = "ada@example.com"
  static let phone = "+4915123456789"

  private func withUser(
    _ settings: JSONObject = JSONObject(),
    _ body: (TestServer, TestMailbox, TestCodes, TestAPI.Answer) async throws -> Void
  ) async throws {
    try await TestServer.runWithMail(settings) { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(Self.address)
      server.clock.advance(by: 1)
      try await body(server, mailbox, codes, session)
    }
  }

  /// Changes the password in a session.
  private func changePassword(_ server: TestServer, _ session: TestAPI.Answer) async throws {
    let answer = try await server.api.send(
      .post, "/v1/password/change",
      ["current_password": .string(TestCodes.password), "new_password": "an attacker's long password"],
      bearer: session.account)
    #expect(answer.status == 204)
  }

  @Test("A changed password is removed, and the user sets a new one with a code")
  func password() async throws {
    try await withUser { server, mailbox, codes, session in
      try await changePassword(server, session)
      let notice = try await mailbox.next(to: Self.address, .passwordChanged)
      // Neither the page nor a preview changes the account.
      #expect(try await server.listening.send(.get, "/secure").status == 200)
      let preview = try await server.preview(notice)
      #expect(preview["notice"] == "password_changed" && preview["undoes"] == .null)
      #expect(preview["removes_password"] == true && preview["address"] == .string(Self.address))
      #expect(preview["occurred_at"].string?.prefix(19) == server.clock.now.ISO8601Format().prefix(19))
      #expect(preview.fields["Cache-Control"] == "no-store")
      #expect(try await server.isLive(session))

      server.clock.advance(by: 60)
      let secured = try await server.secure(notice)
      #expect(secured.status == 200 && secured["removes_password"] == true)
      #expect(!secured.fields.contains("Set-Cookie") && secured["access_token"] == .null)
      #expect(try await !server.isLive(session))
      let removed = try await mailbox.next(to: Self.address, .passwordRemoved)
      #expect(try await server.preview(removed)["notice"] == "password_removed")
      for password in [TestCodes.password, "an attacker's long password"] {
        #expect(try await codes.signIn(Self.address, password: password).code == "invalid_credentials")
      }
      server.clock.advance(by: 1)
      let challenge = try await server.api.send(
        .post, "/v1/password/reset",
        ["identifier": .string(Self.address), "binding": .string(codes.binding.value)])
      var body = codes.answer(
        challenge, try await mailbox.next(to: Self.address, .passwordReset).code)
      body["new_password"] = .string(TestCodes.password)
      let reset = try await server.api.send(.post, "/v1/password/reset/confirm", .object(body))
      #expect(reset.json["user"]?["id"] == session.json["user"]?["id"])
    }
  }

  @Test("A sign-in on a new device: its session ends, and its device is not known anymore")
  func newDevice() async throws {
    try await withUser { server, mailbox, codes, session in
      let attacker = try await codes.signIn(
        Self.address, password: TestCodes.password, fields: ["User-Agent": "Example (Linux) Doorward/1"])
      let notice = try await mailbox.next(to: Self.address, .newDevice)
      #expect(try await server.preview(notice)["subject"] == "Linux")
      server.clock.advance(by: 1)
      #expect(try await server.secure(notice).status == 200)
      #expect(try await !server.isLive(attacker))
      let refresh = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(attacker.refreshToken)&client_id=default")
      #expect(refresh.code == "invalid_grant")
      server.clock.advance(by: 1)
      let challenge = try await codes.send(to: Self.address)
      let code = try await mailbox.next(to: Self.address, .signInCode).code
      #expect(try await codes.signIn(challenge, code, fields: attacker.device).status == 200)
      _ = try await mailbox.next(to: Self.address, .newDevice)
    }
  }

  @Test("A replaced address is restored, and the new one is removed")
  func email() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await codes.set("eve@example.com", purpose: "change", .changeAddress, session.account)
      let notice = try await mailbox.next(to: Self.address, .emailChanged)
      #expect(try await server.preview(notice)["undoes"] == "restore_email")
      server.clock.advance(by: 1)
      #expect(try await server.secure(notice)["undoes"] == "restore_email")
      server.clock.advance(by: 1)
      let owner = try await codes.signIn(Self.address)
      #expect(owner.json["user"]?["id"] == session.json["user"]?["id"])
      #expect(owner.json["user"]?["identities"]?.array?.count == 1)
      #expect(try await codes.signIn("eve@example.com")["is_new_user"] == true)
    }
  }

  @Test("A removed address is restored")
  func removedEmail() async throws {
    try await withUser { server, mailbox, codes, session in
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(server, session.account).status == 200)
      let user = try #require(try await server.user(session))
      let id = try #require(user["identities"]?.array?.first { $0["type"] == "email" }?["id"]?.string)
      let path = "/v1/user/identities/\(id)"
      #expect(try await server.api.send(.delete, path, bearer: session.account).status == 204)
      let notice = try await mailbox.next(to: Self.address, .emailChanged)
      server.clock.advance(by: 1)
      #expect(try await server.secure(notice)["undoes"] == "restore_email")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.address).json["user"]?["id"] == user["id"])
    }
  }

  @Test("A replaced phone number is announced by SMS and by mail, and the link of the mail restores it")
  func phone() async throws {
    try await withUser { server, mailbox, codes, session in
      func set(_ number: String, _ purpose: String, _ kind: MessageKind) async throws {
        let challenge = try await server.api.send(
          .post, "/v1/code/send",
          [
            "phone_number": .string(number), "purpose": .string(purpose),
            "binding": .string(codes.binding.value),
          ], bearer: session.account)
        let code = try await mailbox.next(to: number, kind).code
        let answer = try await server.api.send(
          .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: session.account)
        #expect(answer["phone_number"] == .string(number))
      }
      try await set(Self.phone, "verify", .verifyAddress)
      let added = try await mailbox.next(to: Self.address, .signInMethodAdded)
      server.clock.advance(by: 300)
      try await set("+4915123456780", "change", .changeAddress)
      // An SMS has no space for the token.
      let sms = try await mailbox.next(to: Self.phone, .phoneChanged)
      #expect(sms.token.isEmpty && sms.link == "\(server.origin)/")
      let mail = try await mailbox.next(to: Self.address, .phoneChanged)
      // The number was not settled, so the link only removes the new one.
      #expect(try await server.preview(mail)["undoes"] == "remove_identity")
      #expect(try await server.preview(added)["undoes"] == .null, "another change has followed")
      server.clock.advance(by: 1)
      #expect(try await server.secure(mail)["undoes"] == "remove_identity")
      server.clock.advance(by: 1)
      let owner = try await codes.signIn(Self.address)
      #expect(owner.json["user"]?["phone_number"] == .null)
    }
  }

  @Test("A settled phone number is restored")
  func settledPhone() async throws {
    try await withUser { server, mailbox, codes, first in
      func set(_ number: String, _ purpose: String, _ kind: MessageKind, _ bearer: String) async throws {
        let challenge = try await server.api.send(
          .post, "/v1/code/send",
          [
            "phone_number": .string(number), "purpose": .string(purpose),
            "binding": .string(codes.binding.value),
          ], bearer: bearer)
        let code = try await mailbox.next(to: number, kind).code
        _ = try await server.api.send(
          .post, "/v1/code/verify", .object(codes.answer(challenge, code)), bearer: bearer)
      }
      try await set(Self.phone, "verify", .verifyAddress, first.account)
      server.clock.advance(by: 4 * 86400)
      let session = try await codes.signIn(Self.address)
      try await set("+4915123456780", "change", .changeAddress, session.account)
      let mail = try await mailbox.next(to: Self.address, .phoneChanged)
      server.clock.advance(by: 1)
      #expect(try await server.secure(mail)["undoes"] == "restore_phone_number")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.address).json["user"]?["phone_number"] == .string(Self.phone))
    }
  }

  @Test("An added wallet is removed")
  func wallet() async throws {
    try await withUser { server, mailbox, codes, session in
      let wallet = EthereumTestWallet()
      #expect(try await wallet.link(server, session.account).status == 200)
      let notice = try await mailbox.next(to: Self.address, .signInMethodAdded)
      #expect(notice.text.contains("Ethereum wallet"))
      #expect(try await server.preview(notice)["subject"] == "ethereum")
      #expect(try await server.secure(notice)["undoes"] == "remove_identity")
      #expect(try await wallet.signIn(server)["is_new_user"] == true)
    }
  }

  @Test("A removed wallet is announced, and the link secures the account")
  func removedWallet() async throws {
    try await withUser { server, mailbox, codes, session in
      let user = try await EthereumTestWallet().link(server, session.account)
      let id = try #require(user["identities"].array?.first { $0["type"] == "ethereum" }?["id"]?.string)
      let path = "/v1/user/identities/\(id)"
      #expect(try await server.api.send(.delete, path, bearer: session.account).status == 204)
      let notice = try await mailbox.next(to: Self.address, .signInMethodRemoved)
      let secured = try await server.secure(notice)
      #expect(secured["undoes"] == .null && secured["removes_password"] == true)
      #expect(try await !server.isLive(session))
    }
  }

  @Test("An added second factor is removed with its recovery codes")
  func secondFactor() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      let notice = try await mailbox.next(to: Self.address, .secondFactorAdded)
      #expect(try await server.secure(notice)["undoes"] == "remove_second_factor")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.address).status == 200)
    }
  }

  @Test("A second factor stays if the link is about another one")
  func otherSecondFactor() async throws {
    try await withUser { server, mailbox, codes, session in
      let first = try await TestAuthenticator.add(server, bearer: session.account)
      _ = try await mailbox.next(to: Self.address, .secondFactorAdded)
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      let notice = try await mailbox.next(to: Self.address, .secondFactorAdded)
      #expect(try await server.secure(notice).status == 200)
      server.clock.advance(by: 1)
      let waiting = try await codes.signIn(Self.address)
      #expect(waiting.code == "second_factor_required")
      let code = try first.nextCode()
      #expect(try await server.api.verify(waiting, code, binding: codes.binding).status == 200)
    }
  }

  @Test("Replaced recovery codes are void, and a later set is not")
  func recoveryCodes() async throws {
    try await withUser { server, mailbox, codes, session in
      _ = try await TestAuthenticator.add(server, bearer: session.account)
      func replace() async throws -> (String, TestMailbox.Message) {
        let set = try await server.api.send(.post, "/v1/recovery-codes", [:], bearer: session.account)
        let code = try #require(set["recovery_codes"].array?.first?.string)
        return (code, try await mailbox.next(to: Self.address, .recoveryCodesReplaced))
      }
      let (_, old) = try await replace()
      let (code, notice) = try await replace()
      #expect(try await server.preview(old)["undoes"] == .null)
      #expect(try await server.secure(notice)["undoes"] == "void_recovery_codes")
      server.clock.advance(by: 1)
      let waiting = try await codes.signIn(Self.address)
      #expect(waiting["second_factor"]["methods"] == ["totp"])
      let answer = try await server.api.verify(
        waiting, code, method: "recovery_code", binding: codes.binding)
      #expect(answer.code == "invalid_method")
    }
  }

  @Test("A changed user name is restored")
  func userName() async throws {
    try await withUser(["applications": [["id": "app", "password": ["identifiers": ["email", "username"]]]]])
    {
      server, mailbox, codes, session in
      func rename(_ name: String) async throws -> TestMailbox.Message {
        let answer = try await server.api.send(
          .patch, "/v1/user", ["username": .string(name)], bearer: session.account)
        #expect(answer["username"] == .string(name))
        return try await mailbox.next(to: Self.address, .userNameChanged)
      }
      let first = try await rename("adalovelace")
      #expect(try await server.preview(first)["undoes"] == "remove_identity")
      let second = try await rename("evemallory")
      #expect(try await server.preview(first)["undoes"] == .null)
      #expect(try await server.secure(second)["undoes"] == "restore_username")
      server.clock.advance(by: 1)
      let owner = try await codes.signIn(Self.address)
      #expect(owner.json["user"]?["username"] == "adalovelace")
    }
  }

  @Test("A scheduled deletion is cancelled")
  func deletion() async throws {
    try await withUser { server, mailbox, codes, session in
      #expect(try await server.api.send(.delete, "/v1/user", bearer: session.account).status == 204)
      let notice = try await mailbox.next(to: Self.address, .deletionScheduled)
      #expect(try await server.secure(notice)["undoes"] == "cancel_deletion")
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(Self.address).json["user"]?["id"] == session.json["user"]?["id"])
    }
  }
}

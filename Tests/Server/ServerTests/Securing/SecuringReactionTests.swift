import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import Encodings
import Foundation
import Testing

/// Actions of the owner and an attacker after a change of the address, and guesses of second factors from a known
/// device.
@Suite struct SecuringReactionTests {
  private let address = "ada@example.com"
  private let attacker = "attacker@example.com"

  private func replaceAddress(
    _ server: TestServer, _ mailbox: TestMailbox, _ codes: TestCodes, _ session: TestAPI.Answer
  ) async throws -> TestMailbox.Message {
    let sent = try await codes.send(to: attacker, purpose: "change", bearer: session.account)
    let code = try await mailbox.next(to: attacker, .changeAddress).code
    let changed = try await server.api.send(
      .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: session.account)
    #expect(changed.status == 200)
    return try await mailbox.next(to: address, .emailChanged)
  }

  @Test("A link takes no address from a person who has signed in with it since")
  func anotherPerson() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(address)
      server.clock.advance(by: 1)
      let notice = try await replaceAddress(server, mailbox, codes, session)
      server.clock.advance(by: 1)
      let other = try await codes.signIn(address)
      #expect(other["user"]["id"] != session["user"]["id"])
      for _ in 0..<2 {
        let refused = try await server.secure(notice)
        #expect(refused.status == 409 && refused.code == "identity_in_use")
      }
      #expect(try await server.isLive(other))
      #expect(try await server.isLive(session))
      #expect(try await codes.signIn(address)["user"]["id"] == other["user"]["id"])
      // The account with the address is the owner's own. The link works once that account has another address.
      server.clock.advance(by: 1)
      let sent = try await codes.send(to: "ada@example.net", purpose: "change", bearer: other.account)
      let code = try await mailbox.next(to: "ada@example.net", .changeAddress).code
      let changed = try await server.api.send(
        .post, "/v1/code/verify", .object(codes.answer(sent, code)), bearer: other.account)
      #expect(changed.status == 200)
      #expect(try await server.secure(notice).status == 200)
      server.clock.advance(by: 1)
      #expect(try await codes.signIn(address)["user"]["id"] == session["user"]["id"])
      #expect(try await codes.signIn("ada@example.net")["user"]["id"] == other["user"]["id"])
    }
  }

  @Test("The address that the link removes gets a notice, with which nothing can be undone")
  func removedAddress() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(address)
      server.clock.advance(by: 1)
      let notice = try await replaceAddress(server, mailbox, codes, session)
      server.clock.advance(by: 1)
      #expect(try await server.secure(notice).status == 200)
      let told = try await mailbox.next(to: attacker, .emailChanged)
      #expect(try await server.secure(told).status != 200)
    }
  }

  @Test("A user without an email address gets no SMS about a new device")
  func phoneOnly() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let binding = try TestBinding()
      let phone = "+4915123456789"
      for isNew in [true, false] {
        let sent = try await server.api.send(
          .post, "/v1/code/send", ["phone_number": .string(phone), "binding": .string(binding.value)])
        let session = try await server.api.send(
          .post, "/v1/code/sign-in",
          [
            "challenge_id": sent["challenge_id"], "binding_secret": .string(binding.secret),
            "code": .string(mailbox.next(to: phone, .signInCode).code),
          ])
        #expect(session["is_new_user"] == .bool(isNew))
        server.clock.advance(by: 1)
      }
      #expect(!mailbox.all.contains { $0.kind == .newDevice })
    }
  }

  @Test("An attacker with the password cannot use up the second factor of the user's device (case 34)")
  func secondFactor() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let codes = try TestCodes(server, mailbox)
      let session = try await codes.registered(address)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      for _ in 0..<GuessSettings().perIdentifier {
        let waiting = try await codes.signIn(address, password: TestCodes.password)
        #expect(waiting.code == "second_factor_required")
        let answer = try await server.api.verify(waiting, authenticator.wrongCode())
        #expect(answer.code == "invalid_code")
        server.clock.advance(by: TimeInterval(GuessSettings().longestPause))
      }
      // Right passwords count too, as long as the second factor is not proven.
      #expect(try await codes.signIn(address, password: TestCodes.password).code == "too_many_guesses")
      let own = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": .string(address), "password": .string(TestCodes.password)], fields: session.device)
      let signedIn = try await server.api.verify(own, authenticator.nextCode(), fields: session.device)
      #expect(signedIn.status == 200)
    }
  }
}

import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The message for a new password that an administrator sends.
@Suite struct ResetMessageTests {
  private static func key(_ server: TestServer) async throws -> String {
    try await server.administer {
      try await $0.createAdministrationKey(name: "tests", scopes: [.writeUsers, .readEvents]).1.text
    }
  }

  private static let password = "several unrelated words of mine"

  private static func user(_ server: TestServer, _ body: JSONObject = ["email": "ada@example.com"])
    async throws
    -> String
  {
    let made = try await server.administer { try await $0.createUser(body, for: nil) }
    return try #require(made?["id"]?.string)
  }

  @Test func messageOpensThePageThatWaitsForItsCode() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let sent = try await server.listening.send(
        .post, "/v1/admin/users/\(user)/reset-message", [:], bearer: key)
      #expect(sent.status == 204)
      let message = try await mailbox.next(to: "ada@example.com", .passwordReset)
      let link = try #require(URLComponents(string: message.link))
      #expect(message.link.hasPrefix("\(server.origin)/#"))
      let members = URLComponents(string: "?\(link.percentEncodedFragment ?? "")")?.queryItems ?? []
      func value(_ name: String) -> String? { members.first { $0.name == name }?.value }
      #expect(
        value("identifier") == "ada@example.com" && value("expires_at") != nil && value("resend_at") != nil)
      let browser = TestBrowser(server)
      // The page reads the state first, which gives the browser its binding.
      _ = try await browser.send(.get, "/session/state")
      let confirmed = try await browser.send(
        .post, "/session/password/reset/confirm",
        [
          "challenge_id": .string(try #require(value("reset"))), "code": .string(message.code),
          "new_password": .string(Self.password),
        ])
      #expect(confirmed.status == 200 && confirmed["user"]["id"]?.string == user)
      let events = try await server.listening.send(
        .get, "/v1/admin/events?type=code.requested&user=\(user)", bearer: key)
      #expect(events["items"][0]?["data"]?["purpose"] == "password_reset")
      #expect(events["items"][0]?["actor"]?["type"] == "administration_key")
    }
  }

  @Test func messagesCountAgainstTheCodesOfTheAddress() async throws {
    let limits: JSONObject = [
      "code_pause": 0, "code_per_hour_and_address": 2, "code_per_hour_and_network": 1000,
    ]
    try await TestServer.runWithMail(["rate_limits": .object(limits)]) { server, _ in
      let (key, user) = (try await Self.key(server), try await Self.user(server))
      let send = {
        try await server.listening.send(
          .post, "/v1/admin/users/\(user)/reset-message", [:], bearer: key
        ).status
      }
      #expect(try await send() == 204)
      #expect(try await send() == 204)
      #expect(try await send() == 429)
    }
  }

  @Test func userWithoutMailAndUnknownUsersAreRefused() async throws {
    try await TestServer.runWithMail { server, mailbox in
      let key = try await Self.key(server)
      let user = try await Self.user(server, ["phone_number": "+4915112345678"])
      let send = {
        try await server.listening.send(
          .post, "/v1/admin/users/\($0 as String)/reset-message", [:], bearer: key
        ).code
      }
      #expect(try await send(user) == "identifier_required")
      #expect(try await send("01900000-0000-7000-8000-000000000000") == "not_found")
      #expect(mailbox.all.isEmpty)
    }
  }

  @Test func operatorSendsTheSameMessage() async throws {
    try await TestServer.runWithMail { server, mailbox in
      _ = try await Self.user(server)
      #expect(try await server.administer { try await $0.sendResetMessage(to: "ada@example.com", for: nil) })
      #expect(try await mailbox.next(to: "ada@example.com", .passwordReset).link.contains("#reset="))
      #expect(try await !server.administer { try await $0.sendResetMessage(to: "bob@example.com", for: nil) })
    }
  }
}

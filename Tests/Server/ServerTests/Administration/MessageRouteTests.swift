import DoorwardAdministration
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import DoorwardTexts
import Encodings
import Foundation
import Testing

/// Tests of the mail server and the SMS service, and previews of templates.
@Suite struct MessageRouteTests {
  private static func key(
    _ server: TestServer, _ scopes: Set<AdministrationScope> = [.writeSettings, .readMessages, .readEvents]
  ) async throws -> String {
    try await server.administer { try await $0.createAdministrationKey(name: "tests", scopes: scopes).1.text }
  }

  @Test(arguments: [("email", "ann@example.com"), ("phone_number", "+4915112345678")])
  func testIsSentAtOnce(_ member: String, _ address: String) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let key = try await Self.key(server)
      let answer = try await server.listening.send(
        .post, "/v1/admin/test-message", [member: .string(address), "language": "de"], bearer: key)
      #expect(answer.status == 200 && answer["accepted"] == true && answer["code"] == "kept")
      // The message did not wait in the queue.
      let sent = mailbox.all.filter { $0.kind == .test }
      #expect(sent.map(\.recipient) == [address] && sent.map(\.language) == ["de"])
      let events = try await server.listening.send(
        .get, "/v1/admin/events?type=message.tested", bearer: key)
      let channels = events["items"].array?.map { $0["data"]?["channel"]?.string }
      #expect(channels == [member == "email" ? "email" : "sms"])
    }
  }

  @Test func serverWithoutAChannelSaysWhichKeysAreMissing() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server)
      let answer = try await server.listening.send(
        .post, "/v1/admin/test-message", ["email": "ann@example.com"], bearer: key)
      #expect(answer.status == 200 && answer["accepted"] == false && answer["code"] == "no_channel")
      #expect(answer["remedy"].string?.contains("mail.host") == true)
    }
  }

  /// The answer has the words of the mail server, here those of the connection.
  @Test func failureIsAnsweredInTheWordsOfTheMailServer() async throws {
    let mail: JSONObject = [
      "host": "127.0.0.1", "port": 1, "security": "none", "from": "accounts@example.com",
    ]
    try await TestServer.run(["mail": .object(mail), "delivery": ["console": false]]) { server in
      let key = try await Self.key(server)
      let answer = try await server.listening.send(
        .post, "/v1/admin/test-message", ["email": "ann@example.com"], bearer: key)
      #expect(answer.status == 200 && answer["accepted"] == false && answer["code"] == "unreachable")
      #expect(answer["detail"].string?.isEmpty == false)
      #expect(answer["remedy"].string?.contains("mail.host") == true)
    }
  }

  @Test func testsToAnAddressAreLimitedAndUseUpNoCodes() async throws {
    let limits: JSONObject = [
      "code_pause": 0, "code_per_hour_and_address": 3, "code_per_hour_and_network": 1000,
    ]
    try await TestServer.runWithMail(["rate_limits": .object(limits)]) { server, _ in
      let key = try await Self.key(server)
      let test = {
        try await server.listening.send(
          .post, "/v1/admin/test-message", ["email": "ann@example.com"], bearer: key
        ).status
      }
      for _ in 0..<3 { #expect(try await test() == 200) }
      #expect(try await test() == 429)
      let code = try await server.listening.send(
        .post, "/v1/code/send",
        ["email": "ann@example.com", "purpose": "sign_in", "binding": .string(try TestBinding().value)])
      #expect(code.status == 202)
    }
  }

  @Test(
    arguments: [
      [:], ["email": "x"], ["email": "a@example.com", "phone_number": "+4915112345678"],
      ["email": "a@example.com", "application": "none"],
    ] as [JSONObject])
  func wrongAddressIsRefused(_ body: JSONObject) async throws {
    try await TestServer.runWithMail { server, mailbox in
      let key = try await Self.key(server)
      let answer = try await server.listening.send(
        .post, "/v1/admin/test-message", .object(body), bearer: key)
      #expect([400, 422].contains(answer.status) && mailbox.all.isEmpty)
    }
  }

  @Test func everyTemplateIsShownInEveryLanguage() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server)
      for kind in MessageKind.allCases {
        for language in Language.all {
          let path = "/v1/admin/templates/\(kind.rawValue)?language=\(language.tag)"
          let answer = try await server.listening.send(.get, path, bearer: key)
          #expect(answer.status == 200 && answer["language"].string == language.tag, "\(path)")
          for member in ["subject", "text", "html", "sms"] {
            #expect(answer[member].string?.isEmpty == false, "\(member) of \(path)")
          }
        }
      }
    }
  }

  @Test func wrongTemplateLanguageAndApplicationAreRefused() async throws {
    try await TestServer.run { server in
      let key = try await Self.key(server)
      let status = {
        try await server.listening.send(.get, "/v1/admin/templates/\($0 as String)", bearer: key).status
      }
      #expect(try await status("none") == 404)
      #expect(try await status("test?language=%3Cb%3E") == 400)
      #expect(try await status("test?language=tlh") == 400)
      #expect(try await status("test?language=pt") == 200)
      #expect(try await status("test?application=none") == 400)
      #expect(try await status("test?application=default") == 200)
    }
  }
}

import DoorwardDelivery
import DoorwardHTTPTypes
import DoorwardIdentifiers
import DoorwardOpenSSL
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The delivery of messages by a running server.
@Suite(.timeLimit(.minutes(5))) struct DeliveryServiceTests {
  private static let address = "ann.lee@example.com"
  private static let code = "483920"
  private static let console: JSONObject = ["delivery": ["console": true]]

  /// Stores a message as a route of the server would, from beside the server.
  private func enqueue(beside server: TestServer) async throws -> QueuedMessage.ID {
    let key = try MasterKey.loadExisting(server.configuration.masterKey)
      .key(for: .messages, library: OpenSSLContext())
    return try await server.withStore { store in
      let outbox = Outbox(
        store: store, clock: server.clock.wallClock, random: .system,
        seal: MessageSeal(
          seal: { try key.seal($0, purpose: $1) },
          open: { try key.open($0, purpose: $1) }))
      let message = try outbox.message(
        .signInCode, to: .email(EmailAddress(Self.address)), applicationID: "default", language: "en",
        parameters: [.application: "Example", .code: Self.code, .minutes: "5"], lifetime: 300)
      let row = try outbox.row(for: message)
      try await store.write { try $0.insert(row) }
      return message.id
    }
  }

  private func waitForLine(_ message: String, _ log: TestLog) async throws -> JSONValue {
    var found: JSONValue?
    try await wait(until: "the log has \"\(message)\"") {
      // Parsing is slow, and the condition is checked often.
      guard log.text.contains("\"\(message)\"") else { return false }
      found = log.lines.first { $0["message"]?.string == message }
      return found != nil
    }
    return try #require(found)
  }

  @Test func serverDeliversStoredMessageAndLogsNoAddress() async throws {
    try await TestServer.run(Self.console) { server in
      let id = try await enqueue(beside: server)
      let line = try await waitForLine("message delivered", server.log)
      #expect(line["message_id"]?.string == id.text && line["kind"]?.string == "sign_in_code")
      #expect(line["channel"]?.string == "email" && line["code"]?.string == "printed")
      #expect(line["application"]?.string == "default" && line["attempt"]?.uint64 == 1)
      #expect(!server.log.text.contains("example.com") && !server.log.text.contains(Self.code))
    }
  }

  @Test(
    "The line of an SMS that the settings prevent names their keys",
    arguments: [
      (false, "private_address", "sms.allow_private_addresses"), (true, "cannot_connect", "sms.url"),
    ])
  func remedyOfAnSMS(_ allowsPrivate: Bool, _ code: String, _ key: String) async throws {
    // Nothing listens on port 1 of loopback.
    let sms: JSONObject = [
      "provider": "webhook", "url": "http://127.0.0.1:1/sms", "secret": "AAAAAAAAAAAAAAAAAAAAAA",
      "countries": ["DE": 1], "daily_limit": 100, "allow_private_addresses": .bool(allowsPrivate),
    ]
    try await TestServer.run(["sms": .object(sms)]) { server in
      let sent = try await server.api.send(
        .post, "/v1/code/send",
        ["phone_number": "+4915123456789", "binding": .string(TestBinding().value)])
      #expect(sent.status == 202)
      let line = try await waitForLine("message postponed", server.log)
      #expect(line["code"]?.string == code && line["channel"]?.string == "sms")
      #expect(line["remedy"]?.string?.contains(key) == true)
    }
  }

  /// A failure of one message, or one that passes by itself, has no remedy.
  @Test(
    arguments: [
      (DeliveryChannel.sms, "private_address", "sms.allow_private_addresses"),
      (.sms, "cannot_resolve", "sms.base_url"),
      (.sms, "cannot_connect", "sms.url"), (.sms, "tls_failure", "sms.url"), (.sms, "timed_out", "sms.url"),
      (.sms, "authentication_refused", "sms.token"), (.sms, "destination_refused", "sms.countries"),
      (.sms, "spending_limit", "sms.daily_limit"), (.sms, "busy", nil), (.sms, "service_failed", nil),
      (.sms, "refused", nil), (.email, "private_address", "mail.allow_private_addresses"),
      (.email, "sender_refused", "mail.from"),
      (.email, "tls_failure", "mail.security"),
    ] as [(DeliveryChannel, String, String?)])
  func remedyNamesTheKeys(channel: DeliveryChannel, code: String, key: String?) {
    let remedy = DeliveryRemedy.text(channel, code)
    #expect((remedy == nil) == (key == nil) && remedy?.contains(key ?? "") != false)
  }

  @Test func messageSurvivesRestartWhileMailServerIsDown() async throws {
    let (directory, clock) = (try TemporaryDirectory(), TestClock())
    // Nothing listens on port 1 of loopback.
    let mail: JSONObject = [
      "host": "127.0.0.1", "port": 1, "security": "none", "from": "no-reply@example.com",
    ]
    let id = try await TestServer.run(["mail": .object(mail)], in: directory, clock: clock) {
      let id = try await enqueue(beside: $0)
      let line = try await waitForLine("message postponed", $0.log)
      #expect(line["code"]?.string == "unreachable" && line["level"]?.string == "warning")
      #expect(line["next_attempt_at"]?.string != nil)
      return id
    }
    clock.advance(by: 10)
    try await TestServer.run(Self.console, in: directory, clock: clock) {
      let line = try await waitForLine("message delivered", $0.log)
      #expect(line["message_id"]?.string == id.text)
    }
  }

  @Test func messageOfUnconfiguredChannelFailsVisibly() async throws {
    try await TestServer.run(["delivery": ["console": false]]) {
      _ = try await enqueue(beside: $0)
      #expect(try await waitForLine("message failed", $0.log)["code"]?.string == "no_channel")
      let found = try await DatabaseAdministration($0.configuration).undeliveredMessages(limit: 10)
      #expect(found.map(\.state) == [.failed] && found.map(\.sealedContent) == [nil])
    }
  }

  @Test func mistakeInTemplateStopsStart() async throws {
    let directory = try TemporaryDirectory()
    let folder = "\(directory.path)/templates/@all/en"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("one\n{{nonsense}}".utf8).write(to: URL(filePath: "\(folder)/sign_in_code.txt"))
    let settings: JSONObject = ["delivery": ["templates": .string("\(directory.path)/templates")]]
    let error = await #expect(throws: TemplateError.self) {
      try await TestServer.run(settings, in: directory) { _ in }
    }
    #expect(error?.file == "\(folder)/sign_in_code.txt" && error?.line == 2)
  }
}

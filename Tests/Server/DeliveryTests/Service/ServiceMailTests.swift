import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import Encodings
import Testing

/// The delivery that the server makes of its configuration.
@Suite("Delivery by the server", .timeLimit(.minutes(5)))
struct ServiceMailTests {
  private let scene: DeliveryScene
  private let printed = Monitor("")

  init() throws { scene = try DeliveryScene() }

  private func service(
    _ file: JSONObject, _ store: any Store, senders: [DeliveryChannel: any MessageSender]? = nil
  ) throws -> DeliveryService {
    let configuration = try ServerConfiguration(ConfigurationTree(file: file))
    let list = try configuration.applicationSources(at: configuration.derivedOrigin)
      .applications(besides: [], issuer: nil)
    return try DeliveryService(
      configuration.delivery, isLoopbackOnly: configuration.isLoopbackOnly, store: store, clock: .system,
      random: .system, key: DerivedKey(bytes: [UInt8](repeating: 7, count: 32), library: OpenSSLContext()),
      applications: ApplicationDirectory(list.standard, list.others), logger: .silent, metrics: Metrics(),
      senders: senders)
  }

  private func enqueue(
    _ service: DeliveryService, _ store: any Store, application: String, to recipient: Recipient
  ) async throws -> QueuedMessage.ID {
    let message = try service.outbox.message(
      .signInCode, to: recipient, applicationID: application, language: "en",
      parameters: [
        .application: "Example", .code: "483920", .minutes: "5", .link: "https://a.example/continue",
      ],
      lifetime: 300)
    let row = try service.outbox.row(for: message)
    try await store.write { try $0.insert(row) }
    service.wake()
    return message.id
  }

  private func mail(_ port: UInt16) -> JSONValue {
    [
      "host": "127.0.0.1", "port": .integer(port), "security": "none", "from": "no-reply@example.com",
      "reply_to": "support@example.com",
    ]
  }

  @Test(arguments: [("shop", "Example Shop"), ("main", "Main"), ("removed", "Main")])
  func senderHasTheNameOfTheApplication(_ application: String, _ name: String) async throws {
    let server = try await MailServer(in: scene.folder)
    try await scene.withStore { store in
      let service = try service(
        [
          "applications": [["id": "main", "name": "Main"], ["id": "shop", "name": "Example Shop"]],
          "mail": mail(server.port),
        ], store)
      #expect(service.channels == [.email])
      service.start()
      _ = try await enqueue(
        service, store, application: application, to: .email(EmailAddress("ann@example.org")))
      let content = String(decoding: try await server.event("message").content, as: UTF8.self)
      #expect(
        content.contains("From: \"\(name)\" <no-reply@example.com>\r\n")
          || content.contains("From: \(name) <no-reply@example.com>\r\n"))
      #expect(content.contains("Reply-To: support@example.com\r\n"))
      await service.stop()
    }
  }

  @Test func stopEndsDeliveryToSlowServerAndMessageStaysInStore() async throws {
    let server = try await MailServer(script: ["stall"], in: scene.folder)
    try await scene.withStore { store in
      let service = try service(["mail": mail(server.port)], store)
      service.start()
      let id = try await enqueue(
        service, store, application: "default", to: .email(EmailAddress("ann@example.org")))
      _ = try await server.event("recipient")
      await service.stop(timeout: .zero)
      let row = try #require(try await store.read { try $0.message(id) })
      #expect(row.state == .waiting && row.sealedContent != nil)
    }
  }

  @Test func consolePrintsAddressCodeAndLinkOfBothChannels() async throws {
    try await scene.withStore { store in
      let file: JSONObject = ["development": true]
      let senders = try ServerConfiguration(ConfigurationTree(file: file)).delivery.senders(
        isLoopbackOnly: true, store: store, clock: .system,
        print: { [printed] line in printed.withLock { $0 += "\(line)\n" } }, name: { $0 })
      let service = try service(file, store, senders: senders)
      #expect(service.channels == [.email, .sms])
      service.start()
      let recipients: [Recipient] = [
        .email(try EmailAddress("ann@example.org")), .phone(try PhoneNumber("+4915123456789")),
      ]
      for recipient in recipients {
        _ = try await enqueue(service, store, application: "default", to: recipient)
        try await eventually("the message is printed") { printed.withLock { $0.contains(recipient.text) } }
      }
      await service.stop()
      let text = printed.withLock { $0 }
      #expect(text.contains("ann@example.org: 483920 is your sign-in code for Example: 483920\n"))
      #expect(text.contains("\n  https://a.example/"))
      #expect(text.contains("+4915123456789: SMS: 483920\n"))
    }
  }

  @Test func consoleIsRefusedIfOtherMachinesCanReachTheServer() async throws {
    try await scene.withStore { store in
      let delivery = try ServerConfiguration(ConfigurationTree(file: ["development": true])).delivery
      #expect(throws: ConsoleRefused.self) {
        try delivery.senders(isLoopbackOnly: false, store: store, clock: .system) { $0 }
      }
    }
  }
}

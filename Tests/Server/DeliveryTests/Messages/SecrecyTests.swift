import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardStore
import Testing

/// A value that is written to a log, or to the message of an error, by mistake.
@Suite("Descriptions, mirrors and dumps")
struct SecrecyTests {
  private static let secrets = [
    "123456", "#sample", "ann@example.com", "pass-word", "0123456789abcdef", "+4915112345678",
  ]

  private func check(_ value: Any) {
    var texts = ["\(value)", String(reflecting: value)]
    var dumped = ""
    dump(value, to: &dumped)
    texts.append(dumped)
    texts += Mirror(reflecting: value).children.map { "\($0)" }
    for (text, secret) in texts.flatMap({ text in Self.secrets.map { (text, $0) } }) {
      #expect(!text.contains(secret), "\(type(of: value))")
    }
  }

  @Test(arguments: DeliveryChannel.allCases)
  func messageInAnyFormHidesItsSecrets(_ channel: DeliveryChannel) throws {
    let text = channel == .email ? "ann@example.com" : "+4915112345678"
    let message = try OutgoingMessage.sample(to: try Recipient(channel, text))
    let rendered = try #require(try MessageTemplates.load().rendered(message))
    check(message)
    check(message.values)
    check(message.recipient)
    check(rendered)
    check([rendered])
    let scene = try DeliveryScene()
    let row = QueuedMessage(
      id: message.id, applicationID: "shop", channel: channel, recipient: text, kind: "sign_in_code",
      createdAt: moment(0), expiresAt: moment(1), sealedContent: [UInt8]("123456".utf8),
      nextAttemptAt: moment(0))
    check(row)
    check(DeliveryEvent.attempted(row, .failed(DeliveryNote(code: "refused", detail: "554 ann@example.com"))))
    check(scene.seal)
    switch (rendered, message.recipient) {
    case (.mail(let content), .email(let address)):
      check(content)
      check(
        MIMEMessage(id: message.id, date: moment(0), from: Mailbox(address), to: address, content))
    case (.sms(let text), .phone(let number)):
      check(
        SMS(
          id: message.id, to: number, text: text, kind: .signInCode, applicationID: "shop",
          expiresAt: moment(1)))
    default: Issue.record("the message has another channel")
    }
  }

  @Test func senderHidesItsCredentials() async throws {
    let credentials = SMTPServer.Credentials(user: "door", password: "pass-word")
    let server = SMTPServer(host: "127.0.0.1", port: 1, credentials: credentials)
    let scene = try DeliveryScene()
    let context = try OpenSSLContext()
    let secret = [UInt8]("0123456789abcdef".utf8)
    let signature = try WebhookSignature(secret: secret, context: context)
    let twilio = try TwilioProvider(
      account: "AC1", token: "pass-word", sender: .from("a"), client: SMSGateway.client)
    let webhook = try WebhookProvider(
      url: "https://sms.example.com/", signature: signature, clock: .system, client: SMSGateway.client)
    for value in [credentials, server, SMTPClient(server), signature, twilio, webhook] as [Any] {
      check(value)
    }
    check(try scene.mailSender(server))
    try await scene.withStore { store in
      check(
        SMSSender(
          twilio, destinations: try SMSDestinations([:]), dailyLimit: 1, store: store, clock: .system))
    }
    for outcome in [
      SMTPOutcome.accepted(reply: "250 123456"), .refused(SMTPFailure(.refused, status: 554, "554 123456")),
    ] {
      check(outcome)
    }
    check(SMTPFailure(.refused, status: 554, "554 pass-word"))
  }
}

import DoorwardCurl
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardIdentifiers
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Testing

@Suite("SMS", .timeLimit(.minutes(5)))
struct SMSTests {
  private static let number = "+4915112345678"
  private static let created = HTTPResponse(
    status: 201, fields: ["Content-Type": "application/json"],
    body: [UInt8](#"{"sid": "SM1", "status": "queued"}"#.utf8))

  private func sms() throws -> SMS {
    SMS(
      id: try QueuedMessage.newID(), to: try PhoneNumber(Self.number),
      text: "Grüße & 123456\n\n@a.example #123456",
      kind: .signInCode, applicationID: "shop", expiresAt: moment(300))
  }

  private func twilio(_ gateway: SMSGateway) throws -> TwilioProvider {
    try TwilioProvider(
      account: "AC1", token: "t:ken", sender: .from("+15005550006"), baseURL: gateway.url,
      client: SMSGateway.client)
  }

  @Test func twilioGetsTheFormThatItDocuments() async throws {
    try await SMSGateway.with([Self.created]) { gateway in
      let answer = try await twilio(gateway).send(try sms())
      #expect(answer.outcome == .accepted(DeliveryNote(code: "accepted", detail: "status 201: SM1")))
      let request = try #require(gateway.requests.first)
      #expect(request.method == .post && request.path == "/2010-04-01/Accounts/AC1/Messages.json")
      #expect(request.fields["Authorization"] == "Basic " + Base64.encode([UInt8]("AC1:t:ken".utf8)))
      #expect(request.fields["Content-Type"] == "application/x-www-form-urlencoded")
      let form = try FormURLEncoded.parse(String(decoding: request.body, as: UTF8.self))
      #expect(try form.single("To") == Self.number && form.single("From") == "+15005550006")
      #expect(try form.single("Body") == "Grüße & 123456\n\n@a.example #123456")
      #expect(try form.single("MessagingServiceSid") == nil)
    }
  }

  @Test(arguments: [
    (400, SendingOutcome.refused, "refused", false), (404, SendingOutcome.refused, "refused", false),
    (401, SendingOutcome.misconfigured, "authentication_refused", false),
    (403, SendingOutcome.misconfigured, "authentication_refused", false),
    (429, SendingOutcome.postponed, "busy", false), (500, SendingOutcome.postponed, "service_failed", true),
    (503, SendingOutcome.postponed, "service_failed", true),
    (302, SendingOutcome.postponed, "service_failed", true),
  ])
  func statusDecidesWhetherAnotherAttemptHelps(
    _ status: Int, _ outcome: @Sendable (DeliveryNote) -> SendingOutcome, _ code: String, _ mayHaveSent: Bool
  ) async throws {
    let body = [UInt8](#"{"code": 21211, "message": "The 'To' number is not valid"}"#.utf8)
    try await SMSGateway.with([HTTPResponse(status: status, fields: ["Location": "/elsewhere"], body: body)])
    {
      gateway in
      let answer = try await twilio(gateway).send(try sms())
      let note = DeliveryNote(code: code, detail: "status \(status): 21211 The 'To' number is not valid")
      #expect(answer.outcome == outcome(note))
      #expect(answer.mayHaveSent == mayHaveSent)
      #expect(gateway.requests.count == 1)
    }
  }

  @Test func credentialsInAnAnswerAreReplaced() async throws {
    let basic = Base64.encode([UInt8]("AC1:t:ken".utf8))
    let body = [UInt8](#"{"code": 20003, "message": "bad token t:ken, Basic \#(basic)"}"#.utf8)
    try await SMSGateway.with([HTTPResponse(status: 401, body: body)]) { gateway in
      let answer = try await twilio(gateway).send(try sms())
      let note = DeliveryNote(
        code: "authentication_refused", detail: "status 401: 20003 bad token …, Basic …")
      #expect(answer.outcome == .misconfigured(note))
    }
  }

  @Test func webhookIsSigned() async throws {
    let secret = [UInt8]("0123456789abcdef".utf8)
    let clock = WallClock { Date(timeIntervalSince1970: 1_790_000_000.9) }
    try await SMSGateway.with([HTTPResponse(status: 204)]) { gateway in
      let context = try OpenSSLContext()
      let provider = try WebhookProvider(
        url: gateway.url + "/sms", signature: try WebhookSignature(secret: secret, context: context),
        clock: clock, client: SMSGateway.client)
      let sms = try sms()
      #expect(
        await provider.send(sms).outcome == .accepted(DeliveryNote(code: "accepted", detail: "status 204")))
      let request = try #require(gateway.requests.first)
      #expect(request.method == .post && request.path == "/sms")
      #expect(request.fields["Doorward-Timestamp"] == "1790000000")
      // The receiver's side of the check, as docs/delivery.md describes it.
      let code = try HMACSHA256Key(secret, context: context).authenticationCode(
        for: [UInt8]("1790000000.".utf8) + request.body)
      #expect(request.fields["Doorward-Signature"] == "v1=" + Hex.encode(code))
      #expect(
        try JSONParser.parse(request.body) == [
          "id": .string(sms.id.text), "to": .string(Self.number), "text": .string(sms.text),
          "kind": "sign_in_code", "application_id": "shop", "expires_at": "2026-09-21T14:18:20.000Z",
        ])
    }
  }

  /// The value was computed with `printf '1790000000.{"a":1}' | openssl dgst -sha256 -hmac 0123456789abcdef`.
  @Test func signatureIsThatOfOtherPrograms() throws {
    let signature = try WebhookSignature(secret: [UInt8]("0123456789abcdef".utf8), context: OpenSSLContext())
    #expect(
      try signature.text(timestamp: "1790000000", body: [UInt8](#"{"a":1}"#.utf8))
        == "v1=d569e4518fe6f4620fd6639233427e7df5e5394d8f14c85c1063b8d90a724dcb")
  }

  @Test func settingsThatAreNotSafeAreRefused() throws {
    let context = try OpenSSLContext()
    #expect(throws: SMSSettingsError.self) { try WebhookSignature(secret: [1, 2, 3], context: context) }
    let signature = try WebhookSignature(secret: [UInt8](repeating: 1, count: 32), context: context)
    for url in ["http://sms.example.com/", "ftp://a", "https://user:pass@sms.example.com/", ""] {
      #expect(throws: SMSSettingsError.self) {
        try WebhookProvider(url: url, signature: signature, clock: .system, client: SMSGateway.client)
      }
      #expect(throws: SMSSettingsError.self) {
        try TwilioProvider(
          account: "AC1", token: "t", sender: .messagingService("MG1"), baseURL: url,
          client: SMSGateway.client)
      }
    }
    #expect(throws: SMSSettingsError.self) {
      try TwilioProvider(account: "AC/../x", token: "t", sender: .from("a"), client: SMSGateway.client)
    }
    for region in ["49", "+49", "de", "DEU", "UK", "ZZ", "001", "", "D\0"] {
      #expect(throws: SMSSettingsError.self) { try SMSDestinations([region: 1]) }
    }
    #expect(throws: SMSSettingsError.self) { try SMSDestinations(["DE": -1]) }
  }

  /// Jamaica, the Bahamas and Canada share +1 with the United States, and Guernsey shares +44 with the United Kingdom.
  @Test(
    arguments: [
      ("+4915112345678", 7), ("+12015550123", 1), ("+18762101234", nil), ("+12423591234", nil),
      ("+12042345678", nil), ("+447400123456", 3), ("+447781123456", nil),
      // Premium rate, toll free, and a fixed line.
      ("+19002345678", nil), ("+18002345678", nil), ("+4930123456", nil),
    ] as [(String, Int64?)])
  func countryOfTheNumberDecides(_ text: String, _ price: Int64?) throws {
    let destinations = try SMSDestinations(["DE": 7, "US": 1, "GB": 3])
    let number = try PhoneNumber(text)
    #expect(destinations.price(to: number) == price)
    #expect(destinations.allows(number) == (price != nil))
    #expect(try !SMSDestinations([:]).allows(number))
  }

  // MARK: Through the sender

  private func sender(
    _ provider: any SMSProvider, _ store: any Store, limit: Int64, clock: WallClock = .system
  ) throws -> SMSSender {
    SMSSender(
      provider, destinations: try SMSDestinations(["DE": 5]), dailyLimit: limit,
      store: store,
      clock: clock)
  }

  private func send(
    _ sender: SMSSender, _ handling: OutgoingMessage.Handling = .usual, to number: String = Self.number,
    text: String = "123456"
  ) async throws -> SendingOutcome {
    let message = try OutgoingMessage.sample(to: .phone(try PhoneNumber(number)), handling: handling)
    return await sender.send(message, .sms(text))
  }

  private func code(_ outcome: SendingOutcome) -> String {
    switch outcome {
    case .accepted(let note), .refused(let note), .postponed(let note), .misconfigured(let note): note.code
    }
  }

  @Test func providerIsNotCalledForARefusedCountry() async throws {
    let scene = try DeliveryScene()
    try await SMSGateway.with([Self.created]) { gateway in
      try await scene.withStore { store in
        let sender = try sender(try twilio(gateway), store, limit: 100)
        #expect(code(try await send(sender, to: "+447400123456")) == "destination_refused")
        #expect(gateway.requests.isEmpty)
        #expect(try await sender.spent(on: Date()) == 0)
      }
    }
  }

  @Test func providerIsNotCalledAboveTheDailyLimit() async throws {
    let scene = try DeliveryScene()
    let clock = TestClock(moment(0))
    try await SMSGateway.with([Self.created]) { gateway in
      try await scene.withStore { store in
        let sender = try sender(try twilio(gateway), store, limit: 14, clock: clock.wallClock)
        #expect(code(try await send(sender)) == "accepted")
        // One segment fits, so a message that was promised is sent whole.
        let number = Recipient.phone(try PhoneNumber(Self.number))
        #expect(try await sender.hasBudget(for: number, .usual))
        #expect(code(try await send(sender, text: String(repeating: "x", count: 161))) == "accepted")
        #expect(try await !sender.hasBudget(for: number, .usual))
        #expect(code(try await send(sender)) == "spending_limit")
        #expect(gateway.requests.count == 2)
        #expect(try await sender.spent(on: clock.wallClock.now) == 15)
        clock.advance(by: 86_400)
        #expect(code(try await send(sender)) == "accepted")
        #expect(try await sender.spent(on: clock.wallClock.now) == 5)
      }
    }
  }

  @Test func aFifthOfTheLimitIsReserved() async throws {
    let scene = try DeliveryScene()
    try await SMSGateway.with([Self.created]) { gateway in
      try await scene.withStore { store in
        let sender = try sender(try twilio(gateway), store, limit: 25)
        let number = Recipient.phone(try PhoneNumber("+4915123456789"))
        for _ in 0..<4 { #expect(code(try await send(sender)) == "accepted") }
        #expect(try await !sender.hasBudget(for: number, .usual))
        #expect(code(try await send(sender)) == "spending_limit")
        #expect(try await sender.hasBudget(for: number, .reserved))
        #expect(code(try await send(sender, .reserved)) == "accepted")
        #expect(try await !sender.hasBudget(for: number, .reserved))
        #expect(code(try await send(sender, .reserved)) == "spending_limit")
        #expect(try await sender.spent(on: Date()) == 25)
      }
    }
  }

  @Test func limitHoldsForParallelMessagesOfTwoServers() async throws {
    let scene = try DeliveryScene()
    try await SMSGateway.with([Self.created]) { gateway in
      try await scene.withStore { first in
        try await scene.withStore { second in
          let provider = try twilio(gateway)
          let senders = [try sender(provider, first, limit: 50), try sender(provider, second, limit: 50)]
          let codes = await withTaskGroup(of: String.self) { group in
            for number in 0..<40 {
              group.addTask { (try? await send(senders[number % 2])).map { code($0) } ?? "error" }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
          }
          #expect(codes == ["accepted": 8, "spending_limit": 32])
          #expect(gateway.requests.count == 8)
        }
      }
    }
  }

  @Test func onlyWhatMayHaveBeenSentIsCounted() async throws {
    let scene = try DeliveryScene()
    let answers = [400, 401, 429, 500].map { HTTPResponse(status: $0) }
    try await SMSGateway.with(answers) { gateway in
      try await scene.withStore { store in
        let sender = try sender(try twilio(gateway), store, limit: 100)
        var spent: [Int64] = []
        for _ in answers {
          _ = try await send(sender)
          spent.append(try await sender.spent(on: Date()))
        }
        #expect(spent == [0, 0, 0, 5])
        let nowhere = try TwilioProvider(
          account: "AC1", token: "t", sender: .from("a"), baseURL: "http://127.0.0.1:1",
          client: SMSGateway.client)
        let unreachable = try self.sender(nowhere, store, limit: 100)
        #expect(code(try await send(unreachable)) == "cannot_connect")
        #expect(try await sender.spent(on: Date()) == 5)
      }
    }
  }

  @Test func serviceOnAPrivateAddressIsRefusedUnlessAllowed() async throws {
    let provider = try TwilioProvider(
      account: "AC1", token: "t", sender: .from("a"), baseURL: "http://127.0.0.1:1",
      client: OutgoingHTTPClient())
    #expect(code(await provider.send(try sms()).outcome) == "private_address")
  }

  @Test func queuedSMSReachesTheService() async throws {
    let scene = try DeliveryScene()
    try await SMSGateway.with([HTTPResponse(status: 503), Self.created]) { gateway in
      try await scene.withStore { store in
        let outbox = scene.outbox(store)
        let worker = try scene.worker(outbox, [.sms: try sender(try twilio(gateway), store, limit: 100)])
        worker.start()
        let message = try scene.message(outbox, to: Self.number)
        try await worker.enqueue(message)
        let row = try await store.ended(message.id)
        #expect(row.state == .delivered && row.attempts == 2)
        await worker.stop()
        let form = try FormURLEncoded.parse(String(decoding: gateway.requests[1].body, as: UTF8.self))
        #expect(
          try form.single("Body") == """
            731904 is your sign-in code for Example. Do not share it.

            @accounts.example.com #731904
            """)
      }
    }
  }
}

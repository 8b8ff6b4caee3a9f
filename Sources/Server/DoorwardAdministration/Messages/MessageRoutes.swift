import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The messages to users: those that wait or were not delivered, the templates, and tests.
struct MessageRoutes: Sendable {
  let gate: AdministrationGate
  let store: any Store
  let clock: WallClock
  let tools: MessageTools
  let applications: ApplicationDirectory
  let limits: RequestLimits
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.administeredMessages, by: .administrator, limits: [.apiKeyFailure]) {
      try await messages($0)
    }
    router.on(.get, WirePath.messageTemplate, by: .administrator, limits: [.apiKeyFailure]) {
      try await preview($0)
    }
    router.on(.post, WirePath.messageTest, by: .administrator, limits: [.apiKeyFailure, .code]) {
      try await test($0)
    }
  }

  private func messages(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readMessages)
    let states = try request.queryItems.values(for: "state").filter { !$0.isEmpty }
    let state = states.first ?? "undelivered"
    guard states.count <= 1, ["undelivered", "waiting"].contains(state) else {
      throw Problem.invalidFilter("state must be undelivered or waiting.")
    }
    let limit = try ListLimit.read(request.queryItems)
    let found = try await store.read { snapshot in
      state == "waiting"
        ? try DeliveryChannel.allCases.flatMap { try snapshot.waitingMessages(on: $0, limit: limit) }
        : try snapshot.undeliveredMessages(after: nil, limit: limit)
    }
    return .privateJSON(["items": .array(found.prefix(limit).map(\.adminJSON))])
  }

  /// A message with the values of an example.
  private func preview(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readMessages)
    guard let kind = MessageKind(rawValue: request.pathParameters["name"] ?? "") else {
      throw Problem(status: 404, code: WireCode.notFound, detail: "There is no template of this name.")
    }
    let application = try applications.named(by: request)
    let languages = try request.queryItems.values(for: "language").filter { !$0.isEmpty }
    guard languages.count <= 1, languages.allSatisfy(LanguageTag.isValid) else {
      throw Problem.invalidFilter("language must be a language tag, such as pt-BR.")
    }
    let language = languages.first ?? application.messageLanguage("en")
    var answer: JSONObject = ["name": .string(kind.rawValue), "application": .string(application.id)]
    for preview in try TemplatePreview.of(
      kind, tools.templates, application: application.id, name: application.name, language: language)
    {
      switch preview.message {
      case .mail(let mail):
        if let asked = languages.first, !Self.isSame(asked, mail.language) {
          throw Problem.invalidFilter("language has no messages. Use one of theirs, such as pt-BR.")
        }
        answer["language"] = .string(mail.language)
        answer["subject"] = .string(mail.subject)
        answer["text"] = .string(mail.text)
        answer["html"] = .string(mail.html)
      case .sms(let text):
        answer["sms"] = .string(text)
        answer["sms_segments"] = preview.segments.map { .integer($0) }
      }
    }
    return .privateJSON(.object(answer))
  }

  /// Whether two tags name the same language, perhaps with other regions or scripts.
  private static func isSame(_ tag: String, _ other: String) -> Bool {
    tag.prefix { $0 != "-" }.lowercased() == other.prefix { $0 != "-" }.lowercased()
  }

  private func test(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeSettings, isDangerous: true)
    return try await security.attempt(.messageTest, request, .init(caller)) { details in
      let body = try request.jsonObject()
      let application =
        try body.optionalText("application").map { id throws(Problem) in
          try applications.administered(id)
        } ?? applications.standard
      details.application = application.id
      let recipient = try body.requiredRecipient()
      let language = try body.optionalText("language") ?? request.preferredLanguage
      try await limits.admitTest(to: recipient.counted, request)
      // The event comes first, so that no message is sent without it.
      try await gate.store(of: caller, for: .writeSettings).write { [now = clock.now] in
        try $0.record(
          .messageTested(recipient.channel), about: EventSubjects(application: application.id),
          by: caller.origin, at: now)
      }
      let answer = try await tools.test(recipient, application, language)
      details.choice = answer.code
      return .privateJSON(answer.json)
    }
  }
}

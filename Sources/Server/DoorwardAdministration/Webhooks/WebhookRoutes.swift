import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The webhooks and their deliveries.
struct WebhookRoutes: Sendable {
  let gate: AdministrationGate
  let acts: WebhookActs
  let applications: ApplicationDirectory
  let cursors: ListCursorSeal
  let security: SecurityLog
  /// Whether webhooks may have http addresses of this machine.
  let isDevelopment: Bool

  func register(in router: inout Router) {
    router.on(.get, WirePath.webhooks, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readWebhooks)
      return .privateJSON(["items": .array(try await acts.all().map { .object($0.json) })])
    }
    router.on(.post, WirePath.webhooks, by: .administrator, limits: [.apiKeyFailure]) {
      try await create($0)
    }
    router.on(.get, WirePath.webhook, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readWebhooks)
      guard let id = request.webhook, let webhook = try await acts.webhook(id) else {
        throw Problem.noSuchWebhook
      }
      return Self.answer(webhook.json, webhook)
    }
    router.on(.patch, WirePath.webhook, by: .administrator, limits: [.apiKeyFailure]) {
      try await change($0)
    }
    router.on(.delete, WirePath.webhook, by: .administrator, limits: [.apiKeyFailure]) { request in
      try await act(.webhookRemoval, request) { acts, id, origin in
        try await acts.remove(id, version: request.expectedVersion, by: origin) ? .noContent : nil
      }
    }
    router.on(.post, WirePath.webhookSecret, by: .administrator, limits: [.apiKeyFailure]) { request in
      try await act(.webhookSecretReplacement, request, isDangerous: true) { acts, id, origin in
        _ = try request.jsonObject()
        guard let (webhook, secret) = try await acts.replaceSecret(of: id, by: origin) else { return nil }
        return Self.answer(webhook, secret)
      }
    }
    router.on(.post, WirePath.webhookTest, by: .administrator, limits: [.apiKeyFailure]) { request in
      try await act(.webhookTest, request) { acts, id, origin in
        _ = try request.jsonObject()
        return try await acts.test(id, by: origin) ? .noContent : nil
      }
    }
    router.on(.post, WirePath.webhookReplay, by: .administrator, limits: [.apiKeyFailure]) {
      try await replay($0)
    }
    router.on(.get, WirePath.webhookDeliveries, by: .administrator, limits: [.apiKeyFailure]) {
      try await deliveries($0)
    }
    router.on(.post, WirePath.webhookRetry, by: .administrator, limits: [.apiKeyFailure]) { request in
      try await act(.webhookReplay, request, sending: true) { acts, id, origin in
        _ = try request.jsonObject()
        guard let event = request.pathParameters["event"].flatMap({ Event.ID($0) }) else { return nil }
        return try await acts.retry(event, to: id, by: origin) ? .noContent : nil
      }
    }
  }

  private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeWebhooks, isDangerous: true)
    return try await security.attempt(.webhookCreation, request, .init(caller)) { details in
      let acts = try acts(of: caller, sending: true)
      let body = try request.jsonObject()
      let settings = try changes(body).settings(body)
      let (webhook, secret) = try await acts.create(settings, createdBy: caller.name, by: caller.origin)
      details.choice = webhook.id.text
      return Self.answer(webhook, secret)
    }
  }

  /// Changes the members that the body has (RFC 7396). A new address would get the events, so it needs a recent proof too.
  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.webhookChange, request, sending: true, isDangerous: true) { acts, id, origin in
      let changed = try changes(request.jsonObject())
      return try await acts.change(
        id, version: request.expectedVersion, to: { changed.applied(to: $0) }, by: origin
      ).map { Self.answer($0.json, $0) }
    }
  }

  private func replay(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await act(.webhookReplay, request, sending: true) { acts, id, origin in
      let text = try request.jsonObject().text("from")
      guard let start = try? Timestamp(rfc3339: text) else {
        throw Problem.wrongWebhook("from", "must be a time in RFC 3339 form.")
      }
      guard let replayed = try await acts.replay(to: id, from: start.date, by: origin) else { return nil }
      return .privateJSON([
        "count": .integer(Int64(replayed.count)), "continue_from": .time(replayed.next),
      ])
    }
  }

  private func deliveries(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readWebhooks)
    let states = try request.queryItems.values(for: "state").filter { !$0.isEmpty }
    let state = states.first.flatMap(WebhookDelivery.State.init(rawValue:))
    guard states.count <= 1, (state == nil) == states.isEmpty else {
      throw Problem(
        status: 400, code: WireCode.invalidFilter, detail: "state must be waiting, delivered or failed.")
    }
    guard let id = request.webhook else { throw Problem.noSuchWebhook }
    let list = try ListRequest<Event>(
      request, of: ["webhook-deliveries", id.text, states.first ?? ""], cursors)
    guard
      let found = try await acts.deliveries(
        to: id, in: state, after: list.position?.id, limit: list.limit + 1)
    else { throw Problem.noSuchWebhook }
    return .privateJSON(
      try list.answer(
        found, position: { ListPosition(moment: $0.createdAt, id: $0.event) }, json: { .object($0.json) }))
  }

  /// Performs an act on the webhook that the path names.
  ///
  /// - Parameters:
  ///   - event: the event in the log.
  ///   - request: the request.
  ///   - sendsEvents: whether the act decides which events are sent, and to whom.
  ///   - isDangerous: whether a session needs a recent proof.
  ///   - body: the act. It returns nil if its object does not exist.
  /// - Returns: the answer.
  /// - Throws: `Problem`; ``StoreError``.
  private func act(
    _ event: SecurityLog.Event, _ request: HTTPRequest, sending sendsEvents: Bool = false,
    isDangerous: Bool = false,
    _ body: (WebhookActs, Webhook.ID, EventOrigin) async throws -> HTTPResponse?
  ) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeWebhooks, isDangerous: isDangerous)
    let id = request.webhook
    var details = SecurityLog.Details(caller)
    details.choice = id?.text
    return try await security.attempt(event, request, details) { _ in
      guard let id,
        let answer = try await body(acts(of: caller, sending: sendsEvents), id, caller.origin)
      else { throw Problem.noSuchWebhook }
      return answer
    }
  }

  /// The acts of a caller. One who decides which events are sent could read them, so the caller must have the right to.
  private func acts(
    of caller: AdministrationCaller, sending sendsEvents: Bool
  ) throws(Problem) -> WebhookActs {
    guard sendsEvents else { return acts.using(gate.store(of: caller, for: .writeWebhooks)) }
    try caller.require([.readEvents])
    return acts.using(gate.store(of: caller, for: [.writeWebhooks, .readEvents]))
  }

  private static func answer(_ webhook: Webhook, _ secret: WebhookSecret) -> HTTPResponse {
    var answer = webhook.json
    answer["secret"] = .string(secret.text)
    return Self.answer(answer, webhook, status: 201)
  }

  private static func answer(_ json: JSONObject, _ webhook: Webhook, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse.privateJSON(.object(json), status: status)
    response.fields.append("ETag", "\"\(webhook.version)\"")
    return response
  }

  private func changes(_ body: JSONObjectReader) throws(Problem) -> WebhookChanges {
    try WebhookChanges(
      body, isApplication: { id in applications.all.contains { $0.id == id } }, inDevelopment: isDevelopment)
  }
}

extension HTTPRequest {
  fileprivate var webhook: Webhook.ID? { pathParameters["id"].flatMap { Webhook.ID($0) } }
}

extension Problem {
  fileprivate static var noSuchWebhook: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such webhook or delivery.")
  }
}

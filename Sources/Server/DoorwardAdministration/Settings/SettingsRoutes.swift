import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// The settings of the server, and the changes of all settings.
struct SettingsRoutes: Sendable {
  let gate: AdministrationGate
  let settings: SettingsActs
  let changes: ChangeActs
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.settings, by: .administrator, limits: [.apiKeyFailure]) { request in
      _ = try await gate.caller(request, for: .readSettings)
      return Self.answer(try await settings.all())
    }
    router.on(.patch, WirePath.settings, by: .administrator, limits: [.apiKeyFailure]) {
      try await change($0)
    }
    router.on(.get, WirePath.settingsChanges, by: .administrator, limits: [.apiKeyFailure]) {
      try await list($0)
    }
    router.on(.post, WirePath.undoneChange, by: .administrator, limits: [.apiKeyFailure]) {
      try await undo($0)
    }
  }

  private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeSettings, isDangerous: true)
    return try await security.attempt(.settingsChange, request, .init(caller)) { _ in
      let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
      guard let patch = body.object else { throw Problem.bodyIsNoObject }
      do {
        return Self.answer(
          try await settings.change(version: request.expectedVersion, by: caller.origin) {
            $0.merging(patch: patch)
          })
      } catch {
        throw Self.problem(error)
      }
    }
  }

  // MARK: Changes

  private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readSettings)
    let query = try request.queryItems
    let texts = query.values(for: "before")
    var position: SettingsChange.ID?
    if let text = texts.first {
      position = SettingsChange.ID(text)
      guard texts.count == 1, let id = position, try await changes.change(id) != nil else {
        throw Problem(
          status: 400, code: WireCode.invalidFilter, detail: "before must be the id of a change.")
      }
    }
    let limit = try ListLimit.read(query)
    let found = try await changes.all(before: position, limit: limit + 1)
    let items = found.prefix(limit)
    return .privateJSON([
      "items": .array(items.map { .object($0.json) }),
      "next": .text(found.count > limit ? items.last?.id.text : nil),
    ])
  }

  private func undo(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeSettings, isDangerous: true)
    try await security.attempt(.settingsUndo, request, .init(caller)) { details in
      guard let id = request.pathParameters["id"].flatMap({ SettingsChange.ID($0) }),
        let change = try await changes.change(id)
      else { throw Problem.noSuchChange }
      details.application = change.application
      if change.application != nil, !caller.has(.writeApplications) {
        throw Problem.insufficient(.writeApplications)
      }
      do {
        try await changes.undo(change, by: caller.origin)
      } catch {
        throw Self.problem(error, inside: change.application.map { "\"\($0)\"" } ?? "")
      }
    }
    return .noContent
  }

  // MARK: Answers

  private static func answer(_ state: SettingsActs.State) -> HTTPResponse {
    var response = HTTPResponse.privateJSON([
      "version": .string(state.version), "items": .array(state.settings.map { .object($0.json) }),
    ])
    response.fields.append("ETag", "\"\(state.version)\"")
    return response
  }

  private static func problem(_ error: any Error, inside place: String = "") -> any Error {
    switch error {
    case let refusal as SettingsRefusal: Problem(refusal)
    case let refusal as ApplicationRefusal: Problem(refusal)
    case let error as ConfigurationError: Problem(error, inside: place)
    default: error
    }
  }
}

extension SettingsChange {
  /// The change without its values.
  var json: JSONObject {
    [
      "id": .string(id.text), "changed_at": .time(at), "application": .text(application),
      "actor": ["type": .string(actor), "id": .text(actorID)], "keys": .strings(keys),
    ]
  }
}

extension Problem {
  fileprivate static var noSuchChange: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such change.")
  }

  fileprivate init(_ refusal: SettingsRefusal) {
    let detail = "\(refusal.reason.prefix(1).uppercased())\(refusal.reason.dropFirst())."
    switch refusal.code {
    case .setElsewhere:
      self.init(
        status: 409, code: WireCode.setByConfiguration, detail: "\(refusal.path): \(refusal.reason).",
        members: [Member("field", .string(refusal.path))])
    case .changed: self.init(status: 412, code: WireCode.changedMeanwhile, detail: detail)
    case .changedSince:
      self.init(status: 409, code: WireCode.changedSince, detail: "\(refusal.reason).")
    case .missingChange: self = .noSuchChange
    }
  }
}

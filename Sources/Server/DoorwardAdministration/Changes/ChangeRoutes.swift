import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The changes of the settings of the server and of applications.
struct ChangeRoutes: Sendable {
  let gate: AdministrationGate
  let changes: ChangeActs
  let security: SecurityLog

  func register(in router: inout Router) {
    router.on(.get, WirePath.settingsChanges, by: .administrator, limits: [.apiKeyFailure]) {
      try await list($0)
    }
    router.on(.post, WirePath.undoneChange, by: .administrator, limits: [.apiKeyFailure]) {
      try await undo($0)
    }
  }

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
    let kind = try query.filter("kind").map { text throws(Problem) in
      guard let kind = ChangedValues.Kind(rawValue: text) else {
        throw Problem.invalidFilter("kind must be added, changed or removed.")
      }
      return kind
    }
    let (items, next) = try await changes.part(
      before: position, of: query.filter("application"), kind, limit: ListLimit.read(query))
    return .privateJSON([
      "items": .array(items.map { .object($0.change.json($0.kind)) }), "next": .text(next?.text),
    ])
  }

  private func undo(_ request: HTTPRequest) async throws -> HTTPResponse {
    let caller = try await gate.caller(request, for: .writeSettings, isDangerous: true)
    return try await security.attempt(.settingsUndo, request, .init(caller)) { details in
      guard let id = request.pathParameters["id"].flatMap({ SettingsChange.ID($0) }),
        let change = try await changes.change(id)
      else { throw Problem.noSuchChange }
      details.application = change.application
      let scopes: [AdministrationScope] =
        change.application == nil ? [.writeSettings] : [.writeSettings, .writeApplications]
      try caller.require(scopes)
      let changes = changes.using(gate.store(of: caller, for: scopes))
      do {
        return HTTPResponse.noContent.naming(try await changes.undo(change, by: caller.origin))
      } catch let refusal as SettingsRefusal {
        throw Problem(refusal)
      } catch let refusal as ApplicationRefusal {
        throw Problem(refusal)
      } catch let error as ConfigurationError {
        throw Problem(error, inside: change.application.map { "\"\($0)\"" } ?? "")
      }
    }
  }
}

extension SettingsChange {
  /// The change without its values.
  func json(_ kind: ChangedValues.Kind) -> JSONObject {
    [
      "id": .string(id.text), "changed_at": .time(at), "application": .text(application),
      "kind": .string(kind.rawValue),
      "actor": ["type": .string(actor), "id": .text(actorID)], "keys": .strings(keys),
    ]
  }
}

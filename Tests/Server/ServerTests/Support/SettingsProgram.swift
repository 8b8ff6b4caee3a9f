import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation

/// A program that administers the server, on the listener for the operator.
struct SettingsProgram {
  static let all: Set<AdministrationScope> = [
    .readApplications, .writeApplications, .readSettings, .writeSettings,
  ]

  let api: TestAPI
  let key: String

  init(_ server: TestServer, scopes: Set<AdministrationScope> = Self.all) async throws {
    api = TestAPI(origin: "http://\(server.server.administrationAddress)")
    key = try await server.administer {
      try await $0.createAdministrationKey(name: "tests", scopes: scopes).1.text
    }
  }

  func send(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    try await api.send(method, "/v1/admin/\(path)", body, bearer: key, fields: fields)
  }

  func change(_ patch: JSONValue, fields: HTTPFields = [:]) async throws -> TestAPI.Answer {
    try await send(.patch, "settings", patch, fields: fields)
  }

  func setting(_ key: String) async throws -> JSONValue {
    try await send(.get, "settings")["items"].array?.first { $0["key"] == .string(key) } ?? .null
  }

  func undoLast() async throws -> TestAPI.Answer {
    let id = try await send(.get, "changes")["items"].array?.first?["id"]?.string ?? ""
    return try await send(.post, "changes/\(id)/undo")
  }

  /// A change of the name of the main chain.
  static func patch(chain name: String) -> JSONValue { ["chains": [["id": 1, "name": .string(name)]]] }
}

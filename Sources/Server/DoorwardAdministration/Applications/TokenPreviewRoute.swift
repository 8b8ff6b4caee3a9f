import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The claims that the tokens of a user would have in an application.
struct TokenPreviewRoute: Sendable {
  let gate: AdministrationGate
  let previews: TokenPreviews
  let applications: ApplicationDirectory

  func register(in router: inout Router) {
    router.on(.get, WirePath.tokenPreview, by: .administrator, limits: [.apiKeyFailure]) {
      try await preview($0)
    }
  }

  private func preview(_ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await gate.caller(request, for: .readUsers)
    guard let application = applications[request.pathParameters["id"] ?? ""] else {
      throw Problem.noSuchApplication
    }
    let query = try request.queryItems
    let (users, scopes) = (query.values(for: "user"), query.values(for: "scope").filter { !$0.isEmpty })
    guard users.count == 1, let user = users.first.flatMap({ User.ID($0) }) else {
      throw Problem.invalidFilter("user must be the id of a user.")
    }
    guard scopes.count <= 1 else { throw Problem.invalidFilter("scope must be one text.") }
    let requested = scopes.first.map { Scopes($0) } ?? application.client.scopes
    guard let preview = try await previews.preview(of: user, in: application, requesting: requested) else {
      throw Problem(status: 404, code: WireCode.notFound, detail: "There is no such user.")
    }
    return .privateJSON([
      "user_id": .string(user.text), "application": .string(application.id),
      "scope": .string(preview.scopes.text), "session_id": .text(preview.page?.text),
      "refusal": preview.refusal.map { .object(["code": .string($0.code), "detail": .string($0.detail)]) }
        ?? .null,
      "access_token": preview.accessToken.map { .object($0) } ?? .null,
      "id_token": preview.idToken.map { .object($0) } ?? .null,
      "userinfo": preview.userinfo.map { .object($0) } ?? .null,
    ])
  }
}

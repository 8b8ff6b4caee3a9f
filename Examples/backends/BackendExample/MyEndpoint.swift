import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import JOSE

/// `GET /my-endpoint`, for signed-in users.
struct MyEndpoint: Sendable {
  let tokens: AccessTokens
  let guestsAllowed: Bool
  /// The role that the user needs; nil for none.
  let requiredRole: String?

  func register(in router: inout Router) {
    router.on(.get, "/my-endpoint") { request in
      var response = await answer(to: request)
      // The response belongs to one user, and a cache cannot know which headers identify the user.
      response.fields["Cache-Control"] = "no-store"
      return response
    }
  }

  private func answer(to request: HTTPRequest) async -> HTTPResponse {
    guard let token = Self.token(of: request) else {
      return Self.refusal(401, "No token provided", ["WWW-Authenticate": Self.challenge])
    }
    do {
      let claims = try await tokens.verify(token)
      guard guestsAllowed || claims["scope"] != "guest" else {
        let challenge = "\(Self.challenge), error=\"insufficient_scope\""
        return Self.refusal(403, "Sign in first", ["WWW-Authenticate": challenge])
      }
      if let requiredRole, claims.all["roles"]?.array?.contains(.string(requiredRole)) != true {
        return Self.refusal(403, "Not allowed", [:])
      }
      return .json(["message": "Access granted", "user": .object(claims.all)])
    } catch {
      switch error {
      case .invalid:
        let challenge = "\(Self.challenge), error=\"invalid_token\""
        return Self.refusal(401, "Invalid token", ["WWW-Authenticate": challenge])
      case .unavailable(let reason):
        log(reason)
        return Self.refusal(503, "Tokens cannot be checked now", ["Retry-After": "10"])
      }
    }
  }

  private static let challenge = "Bearer realm=\"my-endpoint\""

  /// The token: a bearer token (RFC 6750), or the header DOORWARD-ACCESS-TOKEN.
  private static func token(of request: HTTPRequest) -> String? {
    let parts = (request.fields["Authorization"] ?? "").split(separator: " ")
    if parts.count == 2, parts[0].lowercased() == "bearer" { return String(parts[1]) }
    return request.fields["DOORWARD-ACCESS-TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func refusal(_ status: Int, _ error: String, _ fields: HTTPFields) -> HTTPResponse {
    var response = HTTPResponse.json(["error": .string(error)], status: status)
    for field in fields { response.fields.append(field.name, field.value) }
    return response
  }
}

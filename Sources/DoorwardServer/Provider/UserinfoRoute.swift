import DoorwardHTTP
import Encodings

/// Userinfo (OpenID Connect Core §5.3): whose an access token is, and what its scopes say of them.
struct UserinfoRoute: Sendable {
  let context: ServerContext

  func register(in router: inout Router) {
    for method in [HTTPMethod.get, .post] {
      router.on(method, "/v1/userinfo") { request, _ in
        let (caller, scopes) = try await context.gate.access(request, scope: .openID, orAccount: false)
        var claims: JSONObject = ["sub": .string(caller.user.id.text)]
        for claim in caller.user.claims(allowedBy: scopes) { claims[claim.key] = claim.value }
        return .privateJSON(.object(claims))
      }
    }
  }
}

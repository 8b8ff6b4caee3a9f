package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// Userinfo (OpenID Connect Core §5.3): the user of an access token, as far as its scopes allow.
package struct UserinfoRoute: Sendable {
  private let gate: CallerGate
  private let photos: PhotoAddresses

  package init(gate: CallerGate, photos: PhotoAddresses) {
    self.gate = gate
    self.photos = photos
  }

  package func register(in router: inout Router) {
    for method in [HTTPMethod.get, .post] {
      router.on(method, WirePath.userinfo) { request, _ in
        let admitted = try await gate.access(request, scope: .openID, orAccount: false) { _, _ in }
        let user = admitted.caller.user
        var claims: JSONObject = ["sub": .string(user.id.text)]
        for claim in user.claims(allowedBy: admitted.scopes, photos) { claims[claim.key] = claim.value }
        return .privateJSON(.object(claims))
      }
    }
  }
}

package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardStore
import DoorwardWire

/// `GET /v1/user`. A backend uses it with an access token to read the user of the token.
package struct CurrentUserRoute: Sendable {
  private let gate: CallerGate
  private let photos: PhotoAddresses

  package init(gate: CallerGate, photos: PhotoAddresses) {
    self.gate = gate
    self.photos = photos
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.user, by: .accessOrAccountToken) { request in
      let admitted = try await gate.access(request, scope: .userRead, orAccount: true) { caller, snapshot in
        try UserView(caller.user, for: caller.application.id, in: snapshot)
      }
      let scopes: Scopes = admitted.caller.allowance.opensAccount ? .whole : Scopes([.userRead])
      return .privateJSON { admitted.view.write(within: scopes, photos, to: &$0) }
    }
  }
}

package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardWire

/// The address that password managers open to change a password (https://w3c.github.io/webappsec-change-password-url).
package struct PasswordDiscoveryRoute: Sendable {
  private let origin: WebOrigin

  /// - Parameter origin: the account origin, whose page signs the user in first.
  package init(origin: WebOrigin) { self.origin = origin }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.changePassword, by: .anyone) { [origin] _ in
      .redirect("\(origin)/", status: 302)
    }
  }
}

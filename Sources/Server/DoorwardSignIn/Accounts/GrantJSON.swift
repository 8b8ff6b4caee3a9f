package import DoorwardStore
import DoorwardWire
package import Encodings

extension ApplicationGrant {
  /// The grant in exports and in the answers to the operator.
  package var json: JSONValue {
    [
      "application": .string(applicationID), "scopes": .strings(scopes.names),
      WireUser.Members.appMetadata: .object(appMetadata), WireUser.Members.roles: .strings(roles),
    ]
  }
}

package import DoorwardStore
package import Encodings

extension ApplicationGrant {
  /// The grant in exports and in the answers to the operator.
  package var json: JSONValue {
    [
      "application": .string(applicationID), "scopes": .strings(scopes.names),
      "app_metadata": .object(appMetadata), "roles": .strings(roles),
    ]
  }
}

package import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire

/// Binds a challenge to the client that requested it (``WireBinding``).
package struct Binding: Sendable, Equatable {
  /// base64url(SHA-256(ASCII(secret))).
  package let value: String

  /// Reads the binding of a request for a challenge.
  ///
  /// - Throws: `Problem` 400 `invalid_binding`.
  package init(_ value: String) throws(Problem) {
    self.value = try WireBinding.requested(value).value
  }

  /// Makes the binding of a secret.
  ///
  /// - Throws: `Problem` 400 `invalid_binding_secret`.
  package init(secret: String) throws(Problem) {
    value = try WireBinding.answered(by: secret).value
  }
}

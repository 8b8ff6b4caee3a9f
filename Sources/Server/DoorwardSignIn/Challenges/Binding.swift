package import DoorwardHTTP
import DoorwardWire

/// Binds a challenge to the client that requested it (``WireBinding``).
package struct Binding: Sendable, Equatable {
  /// base64url(SHA-256(ASCII(secret))).
  package let value: String

  /// Reads the binding of a request for a challenge.
  ///
  /// - Throws: `Problem` 400 `invalid_binding`.
  package init(_ value: String) throws(Problem) {
    guard let binding = WireBinding(value) else {
      throw Problem(
        status: 400, code: WireCode.invalidBinding,
        detail: "binding must be the base64url of a SHA-256, 43 characters without padding.")
    }
    self.value = binding.value
  }

  /// Makes the binding of a secret.
  ///
  /// - Throws: `Problem` 400 `invalid_binding_secret`.
  package init(secret: String) throws(Problem) {
    guard let binding = WireBinding(secret: secret) else {
      throw Problem(
        status: 400, code: WireCode.invalidBindingSecret,
        detail: "binding_secret must be 32 or more random bytes in base64url without padding.")
    }
    value = binding.value
  }
}

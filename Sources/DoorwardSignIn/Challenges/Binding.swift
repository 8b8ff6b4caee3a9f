package import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import Encodings

/// Ties a challenge to the client that asked for it, as PKCE's S256 does (RFC 7636 §4.2): the client
/// keeps the secret and shows it with the answer, so a proof obtained by someone else signs nobody in.
package struct Binding: Sendable, Equatable {
  /// base64url(SHA-256(ASCII(secret))).
  package let value: String

  /// A binding as it comes with a request for a challenge.
  package init(_ value: String) throws(Problem) {
    guard let digest = try? Base64URL.decode(value), digest.count == 32 else {
      throw Problem(
        status: 400, code: "invalid_binding",
        detail: "binding must be the base64url of a SHA-256, 43 characters without padding.")
    }
    self.value = value
  }

  /// The binding whose secret this is.
  package init(secret: String) throws(Problem) {
    guard (43...256).contains(secret.utf8.count), let bytes = try? Base64URL.decode(secret), bytes.count >= 32
    else {
      throw Problem(
        status: 400, code: "invalid_binding_secret",
        detail: "binding_secret must be 32 or more random bytes in base64url without padding.")
    }
    value = Base64URL.encode(SHA256.hash([UInt8](secret.utf8)))
  }
}

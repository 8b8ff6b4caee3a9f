import Encodings

/// The secret that a challenge is bound to, and its hash that the server receives first (S256 of PKCE).
package struct ClientBinding: Sendable {
  package let secret: String
  package let value: String

  package init() {
    var generator = SystemRandomNumberGenerator()
    secret = Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    value = Base64URL.encode(SHA256.hash([UInt8](secret.utf8)))
  }
}

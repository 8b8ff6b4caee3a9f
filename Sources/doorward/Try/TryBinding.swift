import Encodings

/// The secret a challenge is bound to and the value the server sees first, as PKCE's S256 makes it.
struct TryBinding: Sendable {
  let secret: String
  let value: String

  init() {
    var generator = SystemRandomNumberGenerator()
    secret = Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    value = Base64URL.encode(SHA256.hash([UInt8](secret.utf8)))
  }
}

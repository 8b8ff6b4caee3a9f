import Encodings

/// Ties a challenge to the client that asked for it, as PKCE's S256 does (RFC 7636 §4.2).
///
/// The client keeps the secret and sends it with the answer, so the server refuses a proof that another client relays.
package struct WireBinding: Sendable, Equatable {
  /// The number of random bytes of a secret.
  package static let secretBytes = 32
  /// The most bytes of a secret's text.
  private static let longestSecret = 256
  /// The bytes of a SHA-256.
  private static let digestBytes = 32

  /// base64url(SHA-256(ASCII(secret))).
  package let value: String

  /// Reads the binding of a request for a challenge.
  ///
  /// - Returns: nil for a text that is not the base64url of a SHA-256.
  package init?(_ value: String) {
    guard let digest = try? Base64URL.decode(value), digest.count == Self.digestBytes else { return nil }
    self.value = value
  }

  /// Makes the binding of a secret.
  ///
  /// - Returns: nil for a secret that is not 32 or more bytes in base64url.
  package init?(secret: String) {
    guard secret.utf8.count <= Self.longestSecret, let bytes = try? Base64URL.decode(secret),
      bytes.count >= Self.secretBytes
    else { return nil }
    value = Self.value(ofSecret: secret)
  }

  /// Makes the binding of a secret that the caller has made from ``secretBytes`` random bytes.
  package init(madeSecret secret: String) { value = Self.value(ofSecret: secret) }

  private static func value(ofSecret secret: String) -> String {
    Base64URL.encode(SHA256.hash(Array(secret.utf8)))
  }
}

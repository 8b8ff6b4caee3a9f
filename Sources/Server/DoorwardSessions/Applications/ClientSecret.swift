package import DoorwardStore
import Encodings

/// The secret of a confidential client as plain text. It is shown once, when it is made; the configuration has its
/// hash.
package struct ClientSecret: Sendable {
  package static let prefix = "dws_"

  /// `dws_` and 32 random bytes in base64url.
  package let text: String

  /// Makes a new secret.
  package init(random: RandomSource) throws { text = Self.prefix + Base64URL.encode(try random.bytes(32)) }

  /// The value of `client_secret_hash`.
  package var hash: Hash { Hash(of: text) }

  /// SHA-256 of a secret. A secret has 256 random bits, so a slow hash would not add protection.
  package struct Hash: Sendable, Equatable {
    private let bytes: [UInt8]

    package init(of secret: String) { bytes = SHA256.hash([UInt8](secret.utf8)) }

    /// Reads 43 characters of base64url; nil for anything else.
    package init?(_ text: String) {
      guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else { return nil }
      self.bytes = bytes
    }

    package var text: String { Base64URL.encode(bytes) }

    /// Whether `secret` has this hash.
    package func matches(_ secret: String) -> Bool { constantTimeEquals(bytes, Hash(of: secret).bytes) }
  }
}

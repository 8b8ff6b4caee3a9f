package import DoorwardStore
import Encodings

/// The API key of a backend as plain text. It is shown once, when it is made; later it is compared by its hash.
package struct APIKey: Sendable {
  package static let prefix = "dwk_"

  /// `dwk_` and 32 random bytes in base64url.
  package let text: String

  /// Makes a new key.
  package init(random: RandomSource) throws { text = Self.prefix + Base64URL.encode(try random.bytes(32)) }

  /// The hash that the store keeps.
  package var hash: [UInt8] { Self.hash(of: text) }

  package static func hash(of text: String) -> [UInt8] { SHA256.hash([UInt8](text.utf8)) }
}

package import DoorwardStore
import Encodings

/// A key of the administration as plain text. It is shown once, when it is made; later it is compared by its hash.
package struct AdministrationKeyText: Sendable {
  /// The prefix distinguishes it from the API key of a backend.
  package static let prefix = "dwa_"

  /// `dwa_` and 32 random bytes in base64url.
  package let text: String

  /// Makes a new key.
  package init(random: RandomSource) throws { text = Self.prefix + Base64URL.encode(try random.bytes(32)) }

  /// The hash that the store keeps.
  var hash: [UInt8] { Self.hash(of: text) }

  static func hash(of text: String) -> [UInt8] { SHA256.hash([UInt8](text.utf8)) }
}

import Encodings

/// The public name of a photo. It cannot be guessed, and contains nothing about its user or the image.
///
/// Each change of a photo makes a new name, so that caches keep the old answer without limit.
package struct PhotoID: Hashable, Sendable {
  package static let length = 16

  package let bytes: [UInt8]

  /// - Parameter bytes: 16 random bytes.
  package init(bytes: [UInt8]) {
    precondition(bytes.count == Self.length)
    self.bytes = bytes
  }

  /// Draws a new name.
  package init(random: RandomSource) throws { self.init(bytes: try random.bytes(Self.length)) }

  /// Reads the text; nil for any other text.
  package init?(_ text: String) {
    guard let bytes = try? Base64URL.decode(text), bytes.count == Self.length, Base64URL.encode(bytes) == text
    else { return nil }
    self.bytes = bytes
  }

  /// 22 characters of base64url.
  package var text: String { Base64URL.encode(bytes) }
}

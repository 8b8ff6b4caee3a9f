package import Encodings

/// The size limits of the parts of requests and answers.
package enum WireLimits {
  /// The limits of one JSON answer. The limits of metadata, identities and parts of lists keep every answer of the
  /// server below them.
  package static let answer = JSONLimits(maxBytes: 1 << 20, maxDepth: 32)
  /// The most bytes of a request's body.
  package static let requestBytes = 64 * 1024
  /// The most bytes of an `Idempotency-Key`.
  package static let idempotencyKeyBytes = 255

  /// Whether a text is one line of at most this many bytes: no control characters.
  package static func isLine(_ text: String, upTo bytes: Int) -> Bool {
    text.utf8.count <= bytes && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }
}

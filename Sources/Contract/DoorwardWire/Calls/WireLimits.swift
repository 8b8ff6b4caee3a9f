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
  /// The fewest bytes of an `Idempotency-Key` that is the only proof of a client.
  package static let secretIdempotencyKeyBytes = 32

  /// Whether a text is one line of at most this many bytes: no control characters and no separators of lines.
  package static func isLine(_ text: String, upTo bytes: Int) -> Bool {
    text.utf8.count <= bytes
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case ..<0x20, 0x7f...0x9f, 0x2028, 0x2029: false
        default: true
        }
      }
  }
}

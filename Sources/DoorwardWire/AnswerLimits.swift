package import Encodings

/// How large an answer the client reads. The limits of metadata, identities and parts of lists keep every answer of
/// the server below it.
package enum AnswerLimits {
  /// The limits of one JSON document.
  package static let json = JSONLimits(maxBytes: 1 << 20, maxDepth: 32)
}

package import Encodings

/// How large an answer of the server may be. The server keeps to it, and the client reads up to it.
package enum AnswerLimits {
  /// The limits of one JSON document.
  package static let json = JSONLimits(maxBytes: 1 << 20, maxDepth: 32)
}

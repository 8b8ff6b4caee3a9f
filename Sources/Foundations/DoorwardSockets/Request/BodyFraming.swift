import DoorwardHTTP
import DoorwardHTTPTypes

/// The length and coding of a request's body (RFC 9112 §6).
struct BodyFraming {
  /// Whether the body is chunked.
  private(set) var isChunked = false
  /// The length of the body if it is not chunked.
  private(set) var contentLength = 0
  /// Whether the client waits for `100 Continue` before it sends the body.
  private(set) var awaitsContinue = false

  /// No body.
  init() {}

  /// - Throws: ``Problem`` 400 if the length is ambiguous, 413, 417, 501.
  init(_ fields: HTTPFields, isVersion10: Bool, maximumBodyBytes limit: Int) throws(Problem) {
    let codings = fields.values(for: "Transfer-Encoding")
    let lengths = fields.values(for: "Content-Length")
    guard codings.count <= 1, lengths.count <= 1, codings.isEmpty || lengths.isEmpty else {
      throw .ambiguousFraming("There must be one Content-Length or one Transfer-Encoding, never two or both.")
    }
    if let coding = codings.first {
      // RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so its framing is suspect.
      guard !isVersion10 else { throw .ambiguousFraming("HTTP/1.0 has no Transfer-Encoding.") }
      guard coding.utf8.count == 7, coding.lowercased() == "chunked" else { throw .unsupportedTransferCoding }
      isChunked = true
    }
    if let length = lengths.first {
      guard !length.isEmpty, length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        throw .ambiguousFraming("Content-Length must be a number.")
      }
      // A number that does not fit into Int is above every limit.
      contentLength = Int(length) ?? .max
    }
    let expectations = fields.values(for: "Expect")
    guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else { throw .expectationFailed }
    awaitsContinue = !expectations.isEmpty && !isVersion10
    guard contentLength <= limit else { throw .bodyTooLarge(limit: limit) }
  }
}

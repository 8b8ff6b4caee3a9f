import DoorwardHTTP
import DoorwardHTTPTypes

/// The refusals of the transport, for bytes that are not an acceptable request.
extension Problem {
  static func malformedRequest(_ detail: String) -> Problem {
    Problem(status: 400, code: "malformed_request", detail: detail)
  }

  /// The end of the body is ambiguous, which enables request smuggling (RFC 9112 §11.2).
  static func ambiguousFraming(_ detail: String) -> Problem {
    Problem(status: 400, code: "ambiguous_framing", detail: detail)
  }

  static let malformedChunk = Problem(
    status: 400, code: "malformed_request", detail: "The chunked body is malformed.")

  static func bodyTooLarge(limit: Int) -> Problem {
    Problem(status: 413, code: "body_too_large", detail: "The body may have up to \(limit) bytes.")
  }

  /// The memory of the server is bounded.
  static let tooManyLargeBodies = Problem(
    status: 503, code: "too_many_uploads",
    detail: "The server receives too many large uploads at the moment. Try again in a few seconds.",
    fields: ["Retry-After": "5"])

  static func targetTooLong(limit: Int) -> Problem {
    Problem(
      status: 414, code: "target_too_long", detail: "The request line may have up to \(limit) bytes.")
  }

  static func headersTooLarge(_ detail: String) -> Problem {
    Problem(status: 431, code: "headers_too_large", detail: detail)
  }

  static let unsupportedTransferCoding = Problem(
    status: 501, code: "unsupported_transfer_coding",
    detail: "The server supports only the transfer coding \"chunked\".")

  static let unsupportedVersion = Problem(
    status: 505, code: "unsupported_http_version", detail: "The server supports HTTP/1.0 and HTTP/1.1.")

  static let expectationFailed = Problem(
    status: 417, code: "expectation_failed",
    detail: "The server supports only the expectation \"100-continue\".")
}

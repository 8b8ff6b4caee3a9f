import DoorwardHTTP
import Encodings

extension ServerContext {
  /// What may be said of a failure in the log: its code and our own sentence about it, never a value.
  static func logged(_ error: any Error) -> JSONObject {
    guard let coded = error as? any CodedError else { return ["error": .string("\(type(of: error))")] }
    return ["error": .string(coded.codeName), "reason": .string(coded.reason)]
  }
}

/// Answers a failure of the store as what it is to a client: a reason to come back.
struct StoreFailures: Middleware {
  let logger: Logger

  func respond(to request: HTTPRequest, context: RequestContext, next: HTTPHandler) async throws
    -> HTTPResponse
  {
    do {
      return try await next(request, context)
    } catch let error as StoreError where error.code == .unavailable || error.code == .closed {
      logger.log(.error, "the store does not answer", traceID: context.traceID, ServerContext.logged(error))
      throw Problem(
        status: 503, code: "store_unavailable",
        detail: "The server cannot store anything now. Try again soon.",
        fields: ["Retry-After": "5"])
    }
  }
}

import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// Answers a failure of the store with 503, so that the client retries.
struct StoreFailures: Middleware {
  let logger: Logger

  func respond(to request: HTTPRequest, context: RequestContext, next: HTTPHandler) async throws
    -> HTTPResponse
  {
    do {
      return try await next(request, context)
    } catch let error as StoreError where error.code == .unavailable || error.code == .closed {
      logger.log(
        .error, "the store does not respond", traceID: context.traceID, LoggedError.members(of: error))
      throw Problem(
        status: 503, code: WireCode.storeUnavailable,
        detail: "The server cannot store anything now. Try again soon.",
        fields: ["Retry-After": "5"])
    }
  }
}

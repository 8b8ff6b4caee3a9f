import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// Answers a failure of the store with 503, so that the client retries.
struct StoreFailures: ErrorStep {
  let logger: Logger

  func response(to error: any Error, of request: HTTPRequest) throws
    -> HTTPResponse?
  {
    guard let error = error as? StoreError, [.unavailable, .uncertain, .closed].contains(error.code) else {
      return nil
    }
    logger.log(
      .error, "the store does not respond", traceID: request.traceID, LoggedError.members(of: error))
    throw Problem(
      status: 503, code: WireCode.storeUnavailable,
      detail: "The server cannot store anything now. Try again soon.",
      fields: ["Retry-After": "5"])
  }
}

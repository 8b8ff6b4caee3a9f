package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardWire

extension HTTPService {
  /// The service that answers every request with 503 after a failed start.
  package static var failedStart: HTTPService {
    HTTPService(
      router: Router(), checks: [FailedStart()], responseSteps: [SecurityHeaders()],
      oauthPaths: WirePath.oauthCalls)
  }
}

private struct FailedStart: RequestCheck {
  func check(_ request: HTTPRequest) throws {
    throw Problem(
      status: 503, code: WireCode.startFailed, detail: "The server could not start. Try again soon.",
      fields: ["Retry-After": "5"])
  }
}

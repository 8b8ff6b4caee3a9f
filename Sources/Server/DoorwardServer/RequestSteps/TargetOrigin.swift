import DoorwardHTTP
import DoorwardSessions
import DoorwardWire

/// Refuses a request whose target is an absolute URI of another origin (RFC 9110 §7.4). The request is for another
/// server.
struct TargetOrigin: RequestCheck {
  /// The only origin that a target may have; nil if the listener has no public name.
  let origin: WebOrigin?

  func check(_ request: HTTPRequest) throws {
    guard let target = request.targetOrigin else { return }
    guard let origin, WebOrigin(target) == origin else {
      throw Problem(
        status: 421, code: WireCode.misdirectedRequest,
        detail: "The request target names an origin that is not this server's. Send only the path.")
    }
  }
}

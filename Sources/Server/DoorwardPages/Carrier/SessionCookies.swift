package import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

/// The cookies of the hosted page. Page scripts cannot read them.
package struct SessionCookies: Sendable {
  /// The lifetime of the secret that binds the challenges of a signed-out user, in seconds.
  package static let preSessionAge = 3600

  private let isSecure: Bool

  /// Behind TLS the names carry `__Host-`, so that no other host or path can set them (RFC 6265bis §4.1.3).
  package init(isSecure: Bool) { self.isSecure = isSecure }

  private func name(_ base: String) -> String { isSecure ? "__Host-\(base)" : base }
  /// Cookies do not distinguish ports (RFC 6265 §8.5). On loopback without TLS, the path keeps the cookies from apps
  /// on other ports when the browser opens their redirect URI. `__Host-` requires the path `/`.
  private var path: String { isSecure ? "/" : "/session" }
  package var sessionName: String { name("doorward_session") }
  package var preSessionName: String { name("doorward_presession") }
  package var deviceName: String { name("doorward_device") }

  package func session(_ value: String, maxAge: Int) throws -> Cookie {
    try Cookie(
      name: sessionName, value: value, path: path, maxAge: maxAge, isSecure: isSecure, sameSite: .strict)
  }

  package func preSession(_ secret: String) throws -> Cookie {
    try Cookie(
      name: preSessionName, value: secret, path: path, maxAge: Self.preSessionAge, isSecure: isSecure,
      sameSite: .strict)
  }

  /// The token of the browser as a device. It outlives sessions.
  package func device(_ token: String) throws -> Cookie {
    try Cookie(
      name: deviceName, value: token, path: path, maxAge: Int(KnownDevice.lifetime), isSecure: isSecure,
      sameSite: .strict)
  }

  /// A cookie that deletes the session cookie.
  package func endedSession() throws -> Cookie {
    try Cookie(name: sessionName, value: "", path: path, maxAge: 0, isSecure: isSecure, sameSite: .strict)
  }

  package func sessionValue(in request: HTTPRequest) -> String? { request.cookies[sessionName] }
  package func deviceToken(in request: HTTPRequest) -> String? { request.cookies[deviceName] }

  /// The secret that binds this browser's challenges; nil if the browser sends no valid one.
  package func preSessionSecret(in request: HTTPRequest) -> String? {
    guard let secret = request.cookies[preSessionName], (try? Binding(secret: secret)) != nil else {
      return nil
    }
    return secret
  }

  /// Gives a browser the secret that its challenges are bound to, if it has none.
  package func bind(_ response: inout HTTPResponse, to request: HTTPRequest, _ random: RandomSource) throws {
    guard preSessionSecret(in: request) == nil else { return }
    response.setCookie(try preSession(Base64URL.encode(random.bytes(32))))
  }
}

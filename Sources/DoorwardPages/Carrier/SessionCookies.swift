package import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

/// The hosted page's two cookies. Page script sees neither.
package struct SessionCookies: Sendable {
  /// How long a visitor who has not signed in keeps the secret their challenges are bound to, in seconds.
  package static let preSessionAge = 3600

  private let isSecure: Bool

  /// Behind TLS the names carry `__Host-`, so that no other host or path can set them (RFC 6265bis §4.1.3).
  package init(isSecure: Bool) { self.isSecure = isSecure }

  private func name(_ base: String) -> String { isSecure ? "__Host-\(base)" : base }
  /// Cookies do not tell ports apart: without TLS, on this machine, whatever else listens here must not be sent
  /// them with the address that a sign-in comes back to. `__Host-` allows of no other path than the root.
  private var path: String { isSecure ? "/" : "/session" }
  package var sessionName: String { name("doorward_session") }
  package var preSessionName: String { name("doorward_presession") }

  package func session(_ value: String, maxAge: Int) throws -> Cookie {
    try Cookie(
      name: sessionName, value: value, path: path, maxAge: maxAge, isSecure: isSecure, sameSite: .strict)
  }

  package func preSession(_ secret: String) throws -> Cookie {
    try Cookie(
      name: preSessionName, value: secret, path: path, maxAge: Self.preSessionAge, isSecure: isSecure,
      sameSite: .strict)
  }

  /// Takes the session cookie away.
  package func endedSession() throws -> Cookie {
    try Cookie(name: sessionName, value: "", path: path, maxAge: 0, isSecure: isSecure, sameSite: .strict)
  }

  package func sessionValue(in request: HTTPRequest) -> String? { request.cookies[sessionName] }

  /// The binding secret of this browser's challenges, where it has one of the right shape.
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

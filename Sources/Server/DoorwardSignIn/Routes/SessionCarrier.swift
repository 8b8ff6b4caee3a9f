package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The way in which a client keeps its session: tokens for apps, a cookie for the hosted page.
///
/// Both carriers have the same routes (``SignInRoutes``, ``AccountRoutes``).
package protocol SessionCarrier: Sendable {
  /// The first part of every path: `/v1` or `/session`.
  var prefix: String { get }

  /// The caller of routes that a signed-out user may use.
  var signedOutCaller: RouteCaller { get }

  /// The caller of routes for signed-in users.
  var signedInCaller: RouteCaller { get }

  /// Whether the client is the hosted page.
  var isPage: Bool { get }

  /// Whether lists include sessions that end with their first access token.
  var listsBriefSessions: Bool { get }

  /// Whether an export includes the grants to every application. If false, it includes only the caller's application.
  var exportsAllGrants: Bool { get }

  /// The signed-in user that sends the request.
  ///
  /// - Throws: `Problem` 401 if there is none.
  func caller(_ request: HTTPRequest) async throws -> Caller

  /// The signed-in user for a call that adds a way to sign in, or lists those of the account. On the page it may be one who
  /// was let in by the link of an administrator.
  func callerToAddWay(_ request: HTTPRequest) async throws -> Caller

  /// The signed-in user for a sign-out, which needs no other service to confirm the session.
  func callerToSignOut(_ request: HTTPRequest) async throws -> Caller

  /// The application that a signed-in user acts for, as it is configured now.
  func application(of caller: Caller) -> Application

  /// The application that a challenge for a sign-in is issued for, with the offer that applies to this request.
  ///
  /// - Throws: `Problem` if there is no such application.
  func application(toSignIn body: JSONObjectReader, _ request: HTTPRequest) throws(Problem) -> Application

  /// Refuses an application that has no sign-in by this carrier.
  ///
  /// - Throws: `Problem` 403.
  func requireSignIn(to application: Application) throws(Problem)

  /// The binding of a new challenge.
  func newBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws -> NewBinding

  /// The binding of the challenge that a proof answers.
  ///
  /// - Throws: `Problem` 400 or 401.
  func binding(_ body: JSONObjectReader, _ request: HTTPRequest) throws(Problem) -> Binding

  /// The binding of a new challenge for a call that does not require one; nil if the client gives none.
  func optionalNewBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws -> NewBinding?

  /// The binding of the challenge that a proof answers, for a call that does not require one; nil if the client gives
  /// none.
  func optionalBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws(Problem) -> Binding?

  /// The values that a sign-in opens its session with. Their application has the offer and the policies that apply to the
  /// request.
  func opening(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) async throws -> SessionOpening

  /// The device that sends a request, by the token that the client keeps; a new device if it sends none.
  func device(of request: HTTPRequest) throws -> KnownDevice

  /// Gives the client the token of its device.
  func set(_ device: KnownDevice, in response: inout HTTPResponse) throws

  /// The response to a sign-in.
  func answer(_ signedIn: SignedIn, _ application: Application) async throws -> HTTPResponse

  /// The response with the user after a change.
  func answer(_ view: UserView, _ caller: Caller) throws -> HTTPResponse

  /// One item of a session list.
  func row(_ session: Session, _ caller: Caller) -> JSONObject

  /// One item of the activity.
  func row(_ event: RecordedEvent, _ caller: Caller) -> JSONObject

  /// Removes the session from the client, if the client cannot do so itself.
  func endSession(in response: inout HTTPResponse) throws
}

extension SessionCarrier {
  /// The path of a call of the API (``WirePath``) for this carrier.
  package func path(_ call: String) -> String { prefix + call.dropFirst("/v1".utf8.count) }

  package func optionalNewBinding(_ body: JSONObjectReader, _ request: HTTPRequest) throws -> NewBinding? {
    try newBinding(body, request)
  }

  package func optionalBinding(
    _ body: JSONObjectReader, _ request: HTTPRequest
  ) throws(Problem) -> Binding? { try binding(body, request) }

  /// Keeps the device of a request known after a change that makes every other device of the user unknown.
  ///
  /// - Parameters:
  ///   - user: the user before the change.
  ///   - request: the request of the change.
  ///   - now: the time after the change.
  ///   - response: gets the token of the device.
  /// - Throws: the errors of the cipher and of the random source.
  package func keepDevice(
    of user: User, _ request: HTTPRequest, at now: Date, in response: inout HTTPResponse
  ) throws {
    let device = try device(of: request)
    guard device.isKnown(to: user, at: now) else { return }
    try set(device.adding(user.id, at: now), in: &response)
  }
}

/// The binding of a challenge that has not been issued yet.
package struct NewBinding: Sendable {
  package let binding: Binding
  /// Adds the secret of the binding to the response if the client did not make the secret.
  package let addSecret: @Sendable (inout HTTPResponse) throws -> Void

  package init(
    _ binding: Binding, addSecret: @escaping @Sendable (inout HTTPResponse) throws -> Void = { _ in }
  ) {
    self.binding = binding
    self.addSecret = addSecret
  }
}

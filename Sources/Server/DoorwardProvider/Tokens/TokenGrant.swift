package import DoorwardHTTP
package import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// One kind of grant that `/v1/token` exchanges for a session's tokens (RFC 6749 §4).
package protocol TokenGrant: Sendable {
  /// The `grant_type` of the grant.
  static var name: String { get }

  /// The limit of a public client's request.
  static var limit: RouteLimit { get }

  /// The event of the grant in the security log.
  static var event: SecurityLog.Event { get }

  /// The OAuth error of a request over the limit; nil for the usual error.
  static var overLimitName: String? { get }

  /// Answers a request of an identified client.
  ///
  /// - Parameters:
  ///   - form: the parameters.
  ///   - application: the client.
  ///   - request: the whole request.
  ///   - details: the details for the security log; the grant adds the user and the session.
  /// - Returns: the tokens.
  /// - Throws: ``Problem`` in OAuth's terms; ``StoreError``.
  func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse
}

extension TokenGrant {
  package static var limit: RouteLimit { .refresh }

  package static var event: SecurityLog.Event { .clientSignIn }

  package static var overLimitName: String? { nil }
}

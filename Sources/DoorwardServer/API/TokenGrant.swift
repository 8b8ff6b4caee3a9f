import DoorwardHTTP

/// One kind of grant that `/v1/token` exchanges for a session's tokens (RFC 6749 §4).
protocol TokenGrant: Sendable {
  /// Its `grant_type`.
  static var name: String { get }

  /// What a public client's request counts as.
  static func rule(_ context: ServerContext) -> RateLimiter.Rule

  /// What the security log calls it.
  static var event: SecurityLog.Event { get }

  /// What OAuth calls a request too many; nil where that is as everywhere.
  static var overLimitName: String? { get }

  init(_ context: ServerContext)

  /// Answers a request of a client that has been looked at.
  ///
  /// - Parameters:
  ///   - form: the parameters.
  ///   - application: the client.
  ///   - request: the whole request.
  ///   - call: where it came from.
  ///   - details: for the security log; the grant adds the user and the session.
  /// - Returns: the tokens.
  /// - Throws: ``Problem`` in OAuth's terms; ``StoreError``.
  func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest, _ call: RequestContext,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse
}

extension TokenGrant {
  static func rule(_ context: ServerContext) -> RateLimiter.Rule { context.refreshRule }

  static var event: SecurityLog.Event { .clientSignIn }

  static var overLimitName: String? { nil }
}

/// The grants there are: a new one is its file and its line.
enum TokenGrants {
  static let all: [any TokenGrant.Type] = [
    AuthorizationCodeGrant.self, RefreshGrant.self, DeviceCodeGrant.self,
  ]

  static var names: [String] { all.map { $0.name } }
}

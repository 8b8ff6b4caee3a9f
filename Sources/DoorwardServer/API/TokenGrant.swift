import HTTPCore

/// One kind of grant that `/v1/token` exchanges for a session's tokens (RFC 6749 §4).
protocol TokenGrant: Sendable {
  /// Its `grant_type`.
  static var name: String { get }

  init(_ context: ServerContext)

  /// Answers a request of a client that has been looked at.
  ///
  /// - Parameters:
  ///   - form: the parameters.
  ///   - application: the client.
  ///   - request: the whole request.
  ///   - call: where it came from.
  /// - Returns: the tokens.
  /// - Throws: ``Problem`` in OAuth's terms; ``StoreError``.
  func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest, _ call: RequestContext
  ) async throws -> HTTPResponse
}

/// The grants there are: a new one is its file and its line.
enum TokenGrants {
  static let all: [any TokenGrant.Type] = [
    AuthorizationCodeGrant.self, RefreshGrant.self, DeviceCodeGrant.self,
  ]

  static var names: [String] { all.map { $0.name } }
}

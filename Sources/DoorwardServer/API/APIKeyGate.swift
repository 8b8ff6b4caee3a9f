import HTTPCore

/// Finds out which backend calls, from the API key it sends as bearer.
struct APIKeyGate: Sendable {
  let context: ServerContext

  /// The live API key of the call.
  ///
  /// What is counted is failures alone: a backend whose key is live must not pay for its network's others.
  ///
  /// - Throws: ``Problem`` 401 `invalid_client`, or 429 where the network has failed too often.
  func holder(_ request: HTTPRequest, _ call: RequestContext) async throws -> APIKeyRecord {
    do {
      guard let key = try request.bearerToken(), key.hasPrefix(APIKey.prefix),
        let record = try await context.store.read({ try $0.apiKey(hash: APIKey.hash(of: key)) }),
        record.revokedAt == nil
      else {
        throw Problem.invalidAPIKey
      }
      return record
    } catch let problem as Problem {
      context.security.refused(.apiKey, problem, call)
      try await context.limiter.admit(call.clientAddress, context.apiKeyFailureRule)
      throw problem
    }
  }
}

extension Problem {
  static var invalidAPIKey: Problem {
    Problem(
      status: 401, code: "invalid_client", detail: "This call needs an API key as bearer.",
      fields: ["WWW-Authenticate": "Bearer"])
  }
}

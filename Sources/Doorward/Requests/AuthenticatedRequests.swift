public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Doorward {
  /// A request with the access token of who is signed in (RFC 6750 §2.1).
  ///
  /// - Parameter request: A request to one of the app's backends, over TLS or to this machine.
  /// - Returns: The request with its `Authorization`.
  /// - Throws: ``DoorwardError``: `insecure_address`, and those of ``accessToken()``.
  public nonisolated func authenticated(_ request: URLRequest) async throws -> URLRequest {
    guard let url = request.url, ServerAddress.isPrivate(url) else {
      throw request.url.map { DoorwardError.insecure($0) }
        ?? .invalidConfiguration("the request has no address")
    }
    return request.with(try await accessToken())
  }
}

extension URLSession {
  /// Sends a request with the access token of who is signed in, and once more with a new one when the backend
  /// answers 401: a token may have been revoked, or a clock have been set.
  ///
  /// A redirect to another origin goes on without the token.
  ///
  /// - Throws: ``DoorwardError`` where there is no token; what `URLSession` throws.
  public func data(for request: URLRequest, as doorward: Doorward) async throws -> (Data, URLResponse) {
    let first = try await doorward.authenticated(request)
    let redirects = TokenKeepingRedirects()
    let answer = try await data(for: first, delegate: redirects)
    // A stream that was read cannot be sent again.
    guard (answer.1 as? HTTPURLResponse)?.statusCode == 401, request.httpBodyStream == nil else {
      return answer
    }
    let refused = first.bearer ?? ""
    guard let token = try? await doorward.engine.accessToken(after: refused), token != refused else {
      return answer
    }
    return try await data(for: request.with(token), delegate: redirects)
  }
}

extension URLRequest {
  fileprivate func with(_ token: String) -> URLRequest {
    var request = self
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }

  fileprivate var bearer: String? {
    value(forHTTPHeaderField: "Authorization").map { String($0.dropFirst("Bearer ".count)) }
  }
}

/// Takes the token off a request that a backend sends on to somebody else.
private final class TokenKeepingRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    var next = request
    let sent = task.originalRequest
    let isSameOrigin =
      next.url?.scheme == sent?.url?.scheme && next.url?.host == sent?.url?.host
      && next.url?.port == sent?.url?.port
    next.setValue(
      isSameOrigin ? sent?.value(forHTTPHeaderField: "Authorization") : nil,
      forHTTPHeaderField: "Authorization")
    completionHandler(next)
  }
}

#if canImport(Darwin)
  internal import DoorwardWire
  public import Foundation

  extension Doorward {
    /// Adds the access token to a request (RFC 6750 §2.1).
    ///
    /// `URLSession` follows redirects and sends the token to any address that the backend names. Send the request with
    /// `URLSession.data(for:as:)`, or with a session whose delegate is ``TokenSafeRedirects``.
    ///
    /// - Parameter request: A request to an https address, or to this machine.
    /// - Returns: The request with its `Authorization`.
    /// - Throws: ``DoorwardError``: `insecure_address`, and those of ``accessToken()``.
    public nonisolated func authenticated(_ request: URLRequest) async throws -> URLRequest {
      try request.checkEncryptedOrLoopback()
      return request.with(try await accessToken())
    }
  }

  extension URLSession {
    /// Sends a request with the access token, as ``Doorward/Doorward/send(_:over:)`` does, by this session.
    ///
    /// - Throws: ``DoorwardError`` if there is no token; the errors of `URLSession`.
    public func data(for request: URLRequest, as doorward: Doorward) async throws -> (Data, URLResponse) {
      try request.checkEncryptedOrLoopback()
      let (sent, owner) = try await doorward.engine.token()
      let answer = try await data(for: request.with(sent), delegate: TokenSafeRedirects())
      // A stream that was read cannot be sent again.
      guard (answer.1 as? HTTPURLResponse)?.statusCode == 401, request.httpBodyStream == nil,
        // A request for one user is not repeated for the next one.
        let token = try? await doorward.engine.token(after: sent, of: owner).text, token != sent
      else { return answer }
      return try await data(for: request.with(token), delegate: TokenSafeRedirects())
    }
  }

  extension URLRequest {
    fileprivate func with(_ token: String) -> URLRequest {
      var request = self
      request.setValue(WireHeader.bearer(token), forHTTPHeaderField: WireHeader.authorization)
      return request
    }

    fileprivate func checkEncryptedOrLoopback() throws(DoorwardError) {
      guard let url else { throw .invalidConfiguration("the request has no address") }
      guard ServerAddress.isEncryptedOrLoopback(url) else { throw .insecure(url) }
    }
  }

  /// Removes the token from a request that a backend redirects to another origin, and keeps it within the origin.
  ///
  /// ```swift
  /// let session = URLSession(configuration: .default, delegate: TokenSafeRedirects(), delegateQueue: nil)
  /// let (answer, response) = try await session.upload(for: doorward.authenticated(request), from: data)
  /// ```
  ///
  /// `URLSession.data(for:as:)` uses it. A delegate of the app can call it.
  public final class TokenSafeRedirects: NSObject, URLSessionTaskDelegate {
    public func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      var next = request
      let sent = task.originalRequest
      let token =
        RedirectRule.keepsToken(from: sent?.url, to: next.url)
        ? sent?.value(forHTTPHeaderField: WireHeader.authorization) : nil
      next.setValue(token, forHTTPHeaderField: WireHeader.authorization)
      completionHandler(next)
    }
  }
#endif

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Doorward {
  /// A request with the access token of who is signed in (RFC 6750 §2.1).
  ///
  /// Whoever sends it decides what a redirect does to it: `URLSession` sends the token wherever the backend says.
  /// Send it with `URLSession.data(for:as:)`, or by a session whose delegate is ``TokenSafeRedirects``.
  ///
  /// - Parameter request: A request to one of the app's backends, over TLS or to this machine.
  /// - Returns: The request with its `Authorization`.
  /// - Throws: ``DoorwardError``: `insecure_address`, and those of ``accessToken()``.
  public nonisolated func authenticated(_ request: URLRequest) async throws -> URLRequest {
    try request.checkPrivate()
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
    try request.checkPrivate()
    let (sent, person) = try await doorward.engine.token()
    let answer = try await follow(request.with(sent))
    // A stream that was read cannot be sent again.
    guard (answer.1 as? HTTPURLResponse)?.statusCode == 401, request.httpBodyStream == nil else {
      return answer
    }
    // What was asked for one user is not asked again for the next.
    guard let token = try? await doorward.engine.token(after: sent, of: person).text, token != sent
    else { return answer }
    return try await follow(request.with(token))
  }

  private func follow(_ request: URLRequest) async throws -> (Data, URLResponse) {
    #if canImport(FoundationNetworking)
      // Here the delegate of a task is not asked about redirects, and only a session's own is.
      let uncached = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
      // Nothing that was asked for with a token is kept, and who is called off while a cache is asked may take the
      // process along: the task is told of once more when it is gone.
      uncached.urlCache = nil
      let session = URLSession(
        configuration: uncached, delegate: TokenSafeRedirects(), delegateQueue: nil)
      defer { session.finishTasksAndInvalidate() }
      return try await session.answer(to: request)
    #else
      return try await data(for: request, delegate: TokenSafeRedirects())
    #endif
  }

  #if canImport(FoundationNetworking)
    /// As `data(for:)`, which here may hang for ever when who waits is called off as the answer comes.
    private func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
      if Task.isCancelled { throw URLError(.cancelled) }
      let (answers, continuation) = AsyncThrowingStream<(Data, URLResponse), any Error>.makeStream()
      let task = dataTask(with: request) { data, response, error in
        if let data, let response { continuation.yield((data, response)) }
        continuation.finish(throwing: error)
      }
      task.resume()
      for try await answer in answers { return answer }
      // A stream ends when who waits for it is called off.
      callOff(task)
      throw URLError(.cancelled)
    }
  #endif
}

extension URLRequest {
  fileprivate func with(_ token: String) -> URLRequest {
    var request = self
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }

  fileprivate func checkPrivate() throws(DoorwardError) {
    guard let url else { throw .invalidConfiguration("the request has no address") }
    guard ServerAddress.isPrivate(url) else { throw .insecure(url) }
  }
}

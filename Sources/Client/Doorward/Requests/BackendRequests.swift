internal import DoorwardWire
internal import Foundation

extension Doorward {
  /// Sends a request to one of the app's backends with the access token (RFC 6750 §2.1).
  ///
  /// ```swift
  /// let answer = try await doorward.send(DoorwardRequest(url: "https://api.example.com/notes"))
  /// ```
  ///
  /// If the backend answers 401, the request is sent once more with a new token: the token may have been revoked, or a
  /// clock may have been set. A redirect to another origin is followed without the token.
  ///
  /// - Parameters:
  ///   - request: A request to an https address, or to this machine.
  ///   - transport: Sends the request.
  /// - Returns: The answer, with any status.
  /// - Throws: ``DoorwardError``: `insecure_address`, `offline`, and those of ``accessToken()``.
  public nonisolated func send(
    _ request: DoorwardRequest, over transport: DoorwardTransport = .backend
  ) async throws(DoorwardError) -> DoorwardResponse {
    guard let url = URL(string: request.url), url.host != nil else {
      throw .invalidConfiguration("the request has no address")
    }
    guard ServerAddress.isEncryptedOrLoopback(url) else { throw .insecure(url) }
    do {
      let (token, owner) = try await engine.token()
      let answer = try await transport.follow(request.with(token))
      guard answer.status == 401,
        // A request for one user is not repeated for the next one.
        let next = try? await engine.token(after: token, of: owner).text, next != token
      else { return answer }
      return try await transport.follow(request.with(next))
    } catch let error as DoorwardError {
      throw error
    } catch {
      throw Task.isCancelled ? .cancelled : .unreachable(error)
    }
  }
}

extension DoorwardTransport {
  /// Sends a request and follows its redirects.
  fileprivate func follow(_ request: DoorwardRequest) async throws -> DoorwardResponse {
    var request = request
    var answer = try await send(request)
    for _ in 0..<RedirectRule.limit {
      guard let next = try RedirectRule.next(after: request, answer) else { return answer }
      request = next
      answer = try await send(request)
    }
    throw URLError(.httpTooManyRedirects)
  }
}

extension DoorwardRequest {
  fileprivate func with(_ token: String) -> DoorwardRequest {
    var request = self
    request.setHeader(WireHeader.authorization, WireHeader.bearer(token))
    return request
  }
}

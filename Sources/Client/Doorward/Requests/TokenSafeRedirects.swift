#if canImport(Darwin)
  public import Foundation

  internal import DoorwardWire

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

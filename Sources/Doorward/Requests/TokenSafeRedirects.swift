public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Takes the token off a request that a backend sends on to another origin, and leaves it on within its own.
///
/// ```swift
/// let session = URLSession(configuration: .default, delegate: TokenSafeRedirects(), delegateQueue: nil)
/// let (answer, response) = try await session.upload(for: doorward.authenticated(request), from: data)
/// ```
///
/// `URLSession.data(for:as:)` has it already. A delegate of the app's own hands on what it is asked.
public final class TokenSafeRedirects: NSObject, URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    var next = request
    let sent = task.originalRequest
    let isSameOrigin = next.url.map(ServerAddress.origin) == sent?.url.map(ServerAddress.origin)
    next.setValue(
      isSameOrigin ? sent?.value(forHTTPHeaderField: "Authorization") : nil,
      forHTTPHeaderField: "Authorization")
    completionHandler(next)
  }
}

internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends the HTTP requests of the manager: for lists of wallets, and to the nodes of the chain. The wallet page
/// sends its own requests.
public struct HTTPFetch: Sendable {
  /// A response.
  public struct Answer: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body.
    public let body: [UInt8]

    /// Creates an answer.
    public init(status: Int, body: [UInt8]) {
      self.status = status
      self.body = body
    }
  }

  /// Sends a POST request with the body, or a GET request if the body is nil. Returns the response for any
  /// status. Throws if there is no response or if it is longer than the limit.
  public var send:
    @Sendable (_ url: String, _ body: [UInt8]?, _ seconds: Double, _ limit: Int) async throws -> Answer

  /// Creates a client from a function.
  public init(
    send:
      @escaping @Sendable (_ url: String, _ body: [UInt8]?, _ seconds: Double, _ limit: Int) async throws ->
      Answer
  ) {
    self.send = send
  }

  /// Sends requests with `URLSession`, without cookies or caches.
  public static let urlSession = HTTPFetch { text, body, seconds, limit in
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    // On Linux, Foundation ignores the time limit of a request.
    configuration.timeoutIntervalForRequest = seconds
    var request = URLRequest(url: url)
    if let body {
      request.httpMethod = "POST"
      request.httpBody = Data(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return try await BoundedDownload.run(request, configuration, limit: limit)
  }
}

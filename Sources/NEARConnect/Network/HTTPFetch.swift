internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// How the manager reaches the network: lists of wallets, and the nodes of the chain. A page of wallets has
/// its own ways.
public struct HTTPFetch: Sendable {
  /// What came back.
  public struct Answer: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body.
    public let body: [UInt8]

    /// Makes an answer.
    public init(status: Int, body: [UInt8]) {
      self.status = status
      self.body = body
    }
  }

  /// Sends a body, or asks when there is none, and answers whatever the status; throws when there is no
  /// answer, or one longer than the limit.
  public var send:
    @Sendable (_ url: String, _ body: [UInt8]?, _ seconds: Double, _ limit: Int) async throws -> Answer

  /// Makes one.
  public init(
    send:
      @escaping @Sendable (_ url: String, _ body: [UInt8]?, _ seconds: Double, _ limit: Int) async throws ->
      Answer
  ) {
    self.send = send
  }

  /// By `URLSession`, without cookies or caches.
  public static let urlSession = HTTPFetch { text, body, seconds, limit in
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    // On Linux the request's own is not looked at.
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

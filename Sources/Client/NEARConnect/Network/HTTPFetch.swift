internal import DoorwardPlatformHTTP

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

  /// Sends requests with the HTTP client of the platform: `URLSession` on Apple platforms, libcurl on Linux.
  ///
  /// It follows no redirect, stores no cookies and caches nothing.
  public static let standard: HTTPFetch = {
    let client = PlatformHTTPClient()
    return HTTPFetch { url, body, seconds, limit in
      let response = try await client.send(
        PlatformRequest(
          method: body == nil ? "GET" : "POST", url: url,
          headers: body == nil ? [:] : ["Content-Type": "application/json"], body: body, limit: limit,
          timeout: .seconds(seconds)))
      return Answer(status: response.status, body: response.body)
    }
  }()
}

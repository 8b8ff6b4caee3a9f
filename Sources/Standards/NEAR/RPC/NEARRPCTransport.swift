/// Sends requests to RPC endpoints. ``NEARRPCClient`` does everything else.
///
/// The client passes the time limit so that a transport can release its resources, and also enforces it itself.
/// A transport should refuse bodies larger than ``NEARRPCClient/maximumAnswerBytes`` while they arrive.
///
/// ```swift
/// let transport = NEARRPCTransport { url, body, seconds in
///   let answer = try await http.post(url, body, contentType: "application/json", timeout: seconds)
///   return (answer.status, answer.body)
/// }
/// ```
public struct NEARRPCTransport: Sendable {
  /// Posts a JSON body to a URL and returns the HTTP status and the body for any status. Throws if there is no
  /// response.
  public var post:
    @Sendable (_ url: String, _ body: [UInt8], _ timeoutSeconds: Double) async throws -> (
      status: Int, body: [UInt8]
    )

  /// Creates a transport.
  public init(
    post:
      @escaping @Sendable (_ url: String, _ body: [UInt8], _ timeoutSeconds: Double) async throws -> (
        status: Int, body: [UInt8]
      )
  ) {
    self.post = post
  }
}

/// How a request reaches an RPC endpoint: the one thing ``NEARRPCClient`` does not do itself.
///
/// The client gives the time limit along so that a transport can free what it holds, and enforces it
/// whether the transport does or not. A transport should refuse bodies larger than
/// ``NEARRPCClient/maximumAnswerBytes`` while they arrive.
///
/// ```swift
/// let transport = NEARRPCTransport { url, body, seconds in
///   let answer = try await http.post(url, body, contentType: "application/json", timeout: seconds)
///   return (answer.status, answer.body)
/// }
/// ```
public struct NEARRPCTransport: Sendable {
  /// Posts a JSON body to a URL and answers the HTTP status and the body, whatever the status; throws
  /// when there is no answer.
  public var post:
    @Sendable (_ url: String, _ body: [UInt8], _ timeoutSeconds: Double) async throws -> (
      status: Int, body: [UInt8]
    )

  /// Makes a transport.
  public init(
    post:
      @escaping @Sendable (_ url: String, _ body: [UInt8], _ timeoutSeconds: Double) async throws -> (
        status: Int, body: [UInt8]
      )
  ) {
    self.post = post
  }
}

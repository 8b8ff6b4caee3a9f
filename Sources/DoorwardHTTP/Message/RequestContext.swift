/// What is known about a request beside the request itself.
public struct RequestContext: Sendable {
  /// 32 lower-case hexadecimal digits that name this request in logs and problems.
  public var traceID: String
  /// The decoded values of the pattern's parameters; filled by the ``Router``.
  public var pathParameters: [String: String]
  /// The client as far as it can be known: the peer, or what a trusted proxy says of it.
  public var clientAddress: IPAddress

  public init(traceID: String, pathParameters: [String: String] = [:], clientAddress: IPAddress) {
    self.traceID = traceID
    self.pathParameters = pathParameters
    self.clientAddress = clientAddress
  }
}

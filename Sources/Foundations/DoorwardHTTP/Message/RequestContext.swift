public import DoorwardHTTPTypes

/// Information about a request that is not part of the request.
public struct RequestContext: Sendable {
  /// 32 lower-case hexadecimal digits that identify this request in logs and problems.
  public var traceID: String
  /// The decoded path parameters, set by the ``Router``.
  public var pathParameters: [String: String]
  /// The address of the client: the peer, or the address that a trusted proxy reports.
  public var clientAddress: IPAddress
  /// The moment at which the context was created.
  public let start = ContinuousClock.now

  public init(traceID: String, pathParameters: [String: String] = [:], clientAddress: IPAddress) {
    self.traceID = traceID
    self.pathParameters = pathParameters
    self.clientAddress = clientAddress
  }
}

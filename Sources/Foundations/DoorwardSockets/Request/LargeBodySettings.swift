public import DoorwardHTTP

/// The requests that may have a larger body than others, such as uploads, and the limits that keep their memory bounded. The
/// admitter of the transport gets the head of each of them before its body is read.
public struct LargeBodySettings: Sendable {
  /// The limit of such a body in bytes (413 if exceeded).
  public var maximumBytes: Int
  /// The most large bodies that are received or processed at the same time (503 if exceeded). A body counts as large from the
  /// first byte above the limit of other bodies.
  public var maximumCount = 16
  /// The most large bodies of one network at the same time (503 if exceeded).
  public var maximumCountPerNetwork = 4
  /// Finds the client whose network is counted. Behind a proxy, it is not the peer of the connection.
  public var clientAddress = ClientAddressPolicy()
  /// The time from the first excess over the limit of other bodies to the end of the body.
  public var timeout: Duration = .seconds(120)
  /// The time in which a client must send as many bytes as other bodies may have. A slower client loses its connection, so
  /// that it does not keep its place among the large bodies.
  public var stepTimeout: Duration = .seconds(5)
  /// Selects the requests by their head.
  public var selects: @Sendable (HTTPRequest) -> Bool

  /// - Parameters:
  ///   - maximumBytes: The limit of a body in bytes.
  ///   - selects: Selects the requests by their head.
  public init(maximumBytes: Int, selects: @escaping @Sendable (HTTPRequest) -> Bool) {
    self.maximumBytes = maximumBytes
    self.selects = selects
  }
}

public import DoorwardHTTP
public import DoorwardHTTPTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The address of a ``SocketTransport``, and its limits for clients.
public struct SocketTransportConfiguration: Sendable {
  /// The address to listen on; port 0 lets the system choose.
  public var listen: SocketAddress
  /// Threads that read requests and start their handlers; as many as the machine has processors, and at least 2.
  public var threads = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  /// The limit of open connections. At the limit, connections that have waited longest for a request are closed. If all have
  /// requests, further connections wait in the system's queue.
  public var maximumConnections = 4096
  /// The limit of open connections of one network: an IPv4 address, or an IPv6 /64. A /56 may have twice as many, a /48 four
  /// times as many.
  public var maximumConnectionsPerNetwork = 256
  /// Networks without that limit, such as the operator's own proxies, which carry the connections of all users.
  public var unlimitedNetworks: [IPNetwork] = []
  /// The limit of the request line and the header fields together, in bytes (431 if exceeded; 414 for the line
  /// alone).
  public var maximumHeaderBytes = 16_384
  /// The limit of header fields (431 if exceeded).
  public var maximumHeaderCount = 100
  /// The limit of the body in bytes (413 if exceeded).
  public var maximumBodyBytes = 1_048_576
  /// The requests that may have a larger body; `nil` if there are none.
  public var largeBodies: LargeBodySettings?
  /// The time from the start of a connection to the end of the first header section. For later requests, the time
  /// starts with the first byte. Received bytes do not extend it.
  public var headerTimeout: Duration = .seconds(10)
  /// The time from the end of the header section to the end of the body.
  public var bodyTimeout: Duration = .seconds(30)
  /// The time from the start of the response until the client has received its last byte.
  public var responseTimeout: Duration = .seconds(60)
  /// The time a connection may wait for its next request.
  public var idleTimeout: Duration = .seconds(60)
  /// The time for which idle connections stay open after draining begins. A request may be on its way to one of them, such as
  /// one of a load balancer.
  public var graceTime: Duration = .milliseconds(250)

  /// The default limits, with an address.
  public init(listen: SocketAddress) {
    self.listen = listen
  }

  /// The limit of the body of a request, by its head.
  func bodyLimit(of request: HTTPRequest) -> Int {
    guard let largeBodies, largeBodies.selects(request) else { return maximumBodyBytes }
    return max(maximumBodyBytes, largeBodies.maximumBytes)
  }
}

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

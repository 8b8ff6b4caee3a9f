public import DoorwardHTTP

/// The address of a ``SocketTransport``, and its limits for clients.
public struct SocketTransportConfiguration: Sendable {
  /// The address to listen on; port 0 lets the system choose.
  public var listen: SocketAddress
  /// Threads that read requests; handlers do not run on them.
  public var threads = 2
  /// The limit of open connections. Further connections wait in the system's queue.
  public var maximumConnections = 4096
  /// The limit of open connections of one network: an IPv4 address, or an IPv6 /64.
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
  /// The time from the start of a connection to the end of the first header section. For later requests, the time
  /// starts with the first byte. Received bytes do not extend it.
  public var headerTimeout: Duration = .seconds(10)
  /// The time from the end of the header section to the end of the body.
  public var bodyTimeout: Duration = .seconds(30)
  /// The time from the start of the response until the client has received its last byte.
  public var responseTimeout: Duration = .seconds(60)
  /// The time a connection may wait for its next request.
  public var idleTimeout: Duration = .seconds(60)

  /// The default limits, with an address.
  public init(listen: SocketAddress) {
    self.listen = listen
  }
}

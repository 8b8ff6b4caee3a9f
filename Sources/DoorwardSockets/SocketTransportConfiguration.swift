public import DoorwardHTTP

/// Where a ``SocketTransport`` listens, and what it holds clients to.
public struct SocketTransportConfiguration: Sendable {
  /// The address to listen on; port 0 lets the system choose.
  public var listen: SocketAddress
  /// Threads that read requests; handlers do not run on them.
  public var threads = 2
  /// Open connections in all; beyond them new ones wait in the system's queue.
  public var maximumConnections = 4096
  /// Open connections of one network: an IPv4 address, or an IPv6 /64.
  public var maximumConnectionsPerNetwork = 256
  /// Networks without that limit: the operator's own proxies, which carry all users.
  public var unlimitedNetworks: [IPNetwork] = []
  /// The request line and the header fields together, in bytes (431 beyond; 414 for the line alone).
  public var maximumHeaderBytes = 16_384
  /// Header fields (431 beyond).
  public var maximumHeaderCount = 100
  /// The body in bytes (413 beyond).
  public var maximumBodyBytes = 1_048_576
  /// From the start of a connection to the end of its first header section; from the first byte on for later
  /// ones. Bytes that come do not extend it.
  public var headerTimeout: Duration = .seconds(10)
  /// From the end of the header section to the end of the body.
  public var bodyTimeout: Duration = .seconds(30)
  /// From the answer to the last byte of it the client takes.
  public var responseTimeout: Duration = .seconds(60)
  /// How long a connection may wait for its next request.
  public var idleTimeout: Duration = .seconds(60)

  /// The defaults, on an address.
  public init(listen: SocketAddress) {
    self.listen = listen
  }
}

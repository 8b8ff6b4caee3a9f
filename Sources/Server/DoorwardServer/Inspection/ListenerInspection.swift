package import DoorwardHTTP
import DoorwardSessions
import DoorwardSockets

extension ServerConfiguration {
  /// The first address that the server tries for the wallet listener; nil if the server takes any free port.
  package var expectedWalletListen: SocketAddress? {
    if let walletListen { return walletListen }
    let (port, isTooHigh) = listen.port.addingReportingOverflow(Self.walletPortOffset)
    return listen.port == 0 || isTooHigh ? nil : SocketAddress(address: listen.address, port: port)
  }

  /// Checks whether the server can listen on an address.
  ///
  /// - Throws: `HTTPError` `address_in_use` or `cannot_listen`.
  package static func probe(_ address: SocketAddress) throws(HTTPError) {
    try SocketTransport.probe(address)
  }
}

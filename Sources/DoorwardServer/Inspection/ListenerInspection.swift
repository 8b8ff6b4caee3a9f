package import DoorwardHTTP
import DoorwardSessions
import DoorwardSockets

extension ServerConfiguration {
  /// Where the wallet listener will be tried first; nil where any port will do.
  package var expectedWalletListen: SocketAddress? {
    if let walletListen { return walletListen }
    let (port, isTooHigh) = listen.port.addingReportingOverflow(Self.walletPortOffset)
    return listen.port == 0 || isTooHigh ? nil : SocketAddress(address: listen.address, port: port)
  }

  /// Asks whether an address could be listened on.
  ///
  /// - Throws: `HTTPError` `address_in_use` or `cannot_listen`.
  package static func probe(_ address: SocketAddress) throws(HTTPError) {
    try SocketTransport.probe(address)
  }
}

public import DoorwardHTTP

extension SocketTransport {
  /// Asks whether an address could be listened on, and gives it back at once.
  ///
  /// - Throws: `HTTPError` as ``start(_:refuser:)``.
  public static func probe(_ address: SocketAddress) throws(HTTPError) {
    try ListeningSocket(address).close()
  }
}

public import DoorwardHTTP

extension SocketTransport {
  /// Checks that an address can be listened on, and releases it immediately.
  ///
  /// - Throws: The errors of ``start(_:admitter:refuser:)``.
  public static func probe(_ address: SocketAddress) throws(HTTPError) {
    try ListeningSocket(address).close()
  }
}

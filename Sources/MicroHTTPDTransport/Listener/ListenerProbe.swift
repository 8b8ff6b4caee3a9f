import CMicroHTTPD
public import HTTPCore

extension MicroHTTPDTransport {
  /// The version of the libmicrohttpd in use.
  public static var libraryVersion: String { MHD_get_version().map { String(cString: $0) } ?? "unknown" }

  /// Asks whether an address could be listened on, and gives it back at once.
  ///
  /// - Throws: `HTTPError` as ``start(_:refuser:)``.
  public static func probe(_ address: SocketAddress) throws(HTTPError) {
    try ListeningSocket(address).close()
  }
}

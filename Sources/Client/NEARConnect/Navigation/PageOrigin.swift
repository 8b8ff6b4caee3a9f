/// The origin of a document, for comparison with the bridge page (RFC 6454 §4).
struct PageOrigin: Equatable {
  let scheme: String
  let host: String
  let port: Int

  /// Creates the origin of a document from the values of a web view. Port 0 stands for the default port of the
  /// scheme.
  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.port = port == 0 ? Self.defaultPort(self.scheme) : port
  }

  /// Creates the origin of a web address; nil for other addresses.
  init?(_ address: String) {
    guard let origin = WebAddress(address)?.origin else { return nil }
    self = origin
  }

  /// The origin as shown to the user. It omits the path because the site chooses it.
  var text: String { "\(scheme)://\(host)\(port == Self.defaultPort(scheme) ? "" : ":\(port)")" }

  private static func defaultPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }
}

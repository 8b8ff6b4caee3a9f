/// Where a document comes from, as far as telling whether it is the bridge needs (RFC 6454 §4).
struct PageOrigin: Equatable {
  let scheme: String
  let host: String
  let port: Int

  /// The origin of a document that a web view names; 0 is the port that its scheme has anyway.
  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.port = port == 0 ? Self.usualPort(self.scheme) : port
  }

  /// The origin of an address; nil for one that is not on the web, since its origin is like no other.
  init?(_ address: String) {
    guard let address = WebAddress(address), address.isWeb, let host = address.host else { return nil }
    self.init(scheme: address.scheme, host: host, port: address.port ?? 0)
  }

  /// As a person is shown it: who is there. What follows in an address is for the site to choose.
  var text: String { "\(scheme)://\(host)\(port == Self.usualPort(scheme) ? "" : ":\(port)")" }

  private static func usualPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }
}

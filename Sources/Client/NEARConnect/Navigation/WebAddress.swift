internal import Foundation

/// A parsed address, for decisions about navigation.
struct WebAddress: Equatable {
  /// In lower case.
  let scheme: String
  /// In lower case; nil if the scheme has no host.
  let host: String?
  let port: Int?
  let path: String
  let text: String

  /// Parses an address; nil if it is malformed, longer than 16 KiB, or contains user information.
  init?(_ text: String) {
    guard text.utf8.count <= 16_384, let components = URLComponents(string: text),
      let scheme = components.scheme?.lowercased(), !scheme.isEmpty
    else { return nil }
    self.scheme = scheme
    host = components.host?.lowercased()
    port = components.port
    path = components.path
    self.text = text
    // The name in `https://wallet.example@evil.example/` is not the name of the host.
    if isWeb, components.user != nil || components.password != nil || (host ?? "").isEmpty { return nil }
  }

  /// The address in normalized form (WHATWG URL §url serializing): a host in lower case, no default port, and a
  /// path.
  var normalized: String {
    guard let origin else { return text }
    return origin.text + (path.isEmpty ? "/" : path)
  }

  /// The origin of a web address; nil for other addresses.
  var origin: PageOrigin? {
    guard isWeb, let host else { return nil }
    return PageOrigin(scheme: scheme, host: host, port: port ?? 0)
  }

  var isWeb: Bool { scheme == "https" || scheme == "http" }

  /// Whether the host is on loopback.
  var isLoopback: Bool {
    guard let host else { return false }
    return host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "::1"
      || host == "[::1]"
  }

  /// Whether both addresses are equal apart from their query and fragment.
  func isSamePage(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
      && (path.isEmpty ? "/" : path) == (other.path.isEmpty ? "/" : other.path)
  }
}

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

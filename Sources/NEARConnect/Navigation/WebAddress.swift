internal import Foundation

/// An address, as far as deciding what may be done with it needs.
struct WebAddress: Equatable {
  /// In lower case.
  let scheme: String
  /// In lower case; nil where the scheme has none.
  let host: String?
  let port: Int?
  let path: String
  let text: String

  /// Reads an address; nil for what is none, is longer than an address is, or hides one host behind another.
  init?(_ text: String) {
    guard text.utf8.count <= 16_384, let components = URLComponents(string: text),
      let scheme = components.scheme?.lowercased(), !scheme.isEmpty
    else { return nil }
    self.scheme = scheme
    host = components.host?.lowercased()
    port = components.port
    path = components.path
    self.text = text
    // `https://wallet.example@evil.example/` shows a name that is not where it leads.
    if isWeb, components.user != nil || components.password != nil || (host ?? "").isEmpty { return nil }
  }

  /// As browsers spell it (WHATWG URL §url serializing): a host in lower case, no port that goes without
  /// saying, a path.
  var normalized: String {
    let isDefault = port == nil || (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
    let rest = path.isEmpty ? "/" : path
    return "\(scheme)://\(host ?? "")\(isDefault ? "" : ":\(port ?? 0)")\(rest)"
  }

  var isWeb: Bool { scheme == "https" || scheme == "http" }

  /// Whether it leads to this very machine.
  var isLoopback: Bool {
    guard let host else { return false }
    return host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "::1"
      || host == "[::1]"
  }

  /// Whether both lead to the same place, whatever follows `?` or `#`.
  func isSamePage(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
      && (path.isEmpty ? "/" : path) == (other.path.isEmpty ? "/" : other.path)
  }
}

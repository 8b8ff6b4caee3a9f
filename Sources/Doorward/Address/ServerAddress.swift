package import Foundation

/// Reads the address of a server.
package enum ServerAddress {
  /// Whether devices on the network cannot read a request: the address has TLS, or is on this machine.
  package static func isPrivate(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "https": url.host != nil
    case "http": ["127.0.0.1", "::1", "[::1]", "localhost"].contains(url.host?.lowercased() ?? "")
    default: false
    }
  }

  /// The origin of an address (RFC 6454 §6.1): `https://accounts.example.com`.
  static func origin(_ url: URL) -> String { "\(url.scheme?.lowercased() ?? "")://\(authority(url))" }

  /// The host, and the port unless it is the default port of the scheme.
  static func authority(_ url: URL) -> String {
    let host = url.host?.lowercased() ?? ""
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let standard = ["http": 80, "https": 443][url.scheme?.lowercased()]
    return url.port.flatMap { $0 == standard ? nil : "\(name):\($0)" } ?? name
  }
}

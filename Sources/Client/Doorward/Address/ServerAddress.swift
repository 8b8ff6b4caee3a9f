package import Foundation

/// Reads the address of a server.
package enum ServerAddress {
  /// Whether devices on the network cannot read a request.
  package static func isEncryptedOrLoopback(_ url: URL) -> Bool {
    isEncrypted(url) || url.scheme?.lowercased() == "http" && isLoopback(url)
  }

  /// Whether requests to the address use TLS.
  static func isEncrypted(_ url: URL) -> Bool { url.scheme?.lowercased() == "https" && url.host != nil }

  /// Whether the host is this machine.
  static func isLoopback(_ url: URL) -> Bool {
    ["127.0.0.1", "::1", "[::1]", "localhost"].contains(url.host?.lowercased() ?? "")
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

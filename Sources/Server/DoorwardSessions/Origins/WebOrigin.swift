import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardStore

/// Scheme, host and port as a browser compares them (RFC 6454), in serialized form.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  /// The host in lower case. An IPv6 address is in brackets.
  package let host: String
  /// The port; nil for the default port of the scheme.
  package let port: UInt16?

  package init(scheme: String, host: String, port: UInt16?) {
    self.scheme = scheme
    self.host = host
    self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
  }

  /// Parses `http://host:port` or `https://host`, with or without one trailing slash. A path or a user is not
  /// allowed.
  package init?(_ text: String) {
    var rest = text[...]
    guard let separator = rest.firstRange(of: "://") else { return nil }
    let scheme = rest[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    rest = rest[separator.upperBound...]
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    var host = rest
    var port: UInt16?
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else { return nil }
      port = number
      host = rest[..<colon]
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed {
      guard IPAddress(String(host.dropFirst().dropLast())) != nil else { return nil }
    } else {
      guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy(Self.isHostUnit) else { return nil }
    }
    self.init(scheme: scheme, host: host.lowercased(), port: port)
  }

  /// Host and port in the form of a `Host` field and of an EIP-4361 domain.
  package var authority: String { port.map { "\(host):\($0)" } ?? host }

  package var description: String { "\(scheme)://\(authority)" }

  /// Whether the origin is a loopback address.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost")
      || IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)?.isLoopback == true
  }

  private static func isHostUnit(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension WebOrigin {
  /// The origin of a URL with any path.
  package init?(prefixOf url: String) {
    guard let separator = url.firstRange(of: "://") else { return nil }
    let rest = url[separator.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    self.init(String(url[..<end]))
  }
}

/// The origin of a page: scheme, host and port (RFC 6454, HTML §7.1.1).
///
/// The host is ASCII in lower case. Two origins are equal if all three parts are equal.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  /// `https` or `http`.
  public let scheme: String
  /// The host. An IPv6 address has its brackets.
  public let host: String
  /// The port; the scheme's own port if the text has none.
  public let port: UInt16

  /// Parses an origin as browsers write it: `https://example.org`, or `https://example.org:8443` with a port that is not
  /// the scheme's own. Nil for any other text, such as one with a path, a user name or capital letters.
  public init?(_ text: String) {
    guard let separator = Self.end(of: "://", in: text) else { return nil }
    let scheme = String(decoding: text.utf8.prefix(separator.start), as: UTF8.self)
    guard let standardPort = Self.standardPorts[scheme] else { return nil }
    let authority = Array(text.utf8.dropFirst(separator.end))
    guard let (host, port) = Self.split(authority), Self.isHost(host) else { return nil }
    self.scheme = scheme
    self.host = String(decoding: host, as: UTF8.self)
    self.port = port ?? standardPort
    // Browsers never write the scheme's own port.
    guard port != standardPort else { return nil }
  }

  /// The origin as browsers write it.
  public var description: String {
    "\(scheme)://\(host)\(port == Self.standardPorts[scheme] ? "" : ":\(port)")"
  }

  /// Whether pages of the origin may use an RP ID: the host is the RP ID, or ends with it after a dot (WebAuthn L3 §4,
  /// "RP ID").
  public func isInScope(of relyingPartyID: String) -> Bool {
    host == relyingPartyID || host.hasSuffix(".\(relyingPartyID)")
  }

  private static let standardPorts: [String: UInt16] = ["https": 443, "http": 80]

  private static func end(of separator: String, in text: String) -> (start: Int, end: Int)? {
    let (text, separator) = (Array(text.utf8.prefix(16)), Array(separator.utf8))
    for start in text.indices where text[start...].starts(with: separator) {
      return (start, start + separator.count)
    }
    return nil
  }

  /// Host and port of an authority; nil if the port is not a number of 1 to 65535 without leading zeros.
  private static func split(_ authority: [UInt8]) -> (host: [UInt8], port: UInt16?)? {
    let hostEnd =
      if authority.first == UInt8(ascii: "["), let bracket = authority.firstIndex(of: UInt8(ascii: "]")) {
        bracket + 1
      } else { authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.count }
    let rest = authority[hostEnd...]
    guard let colon = rest.first else { return (Array(authority[..<hostEnd]), nil) }
    let digits = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), let first = digits.first, first != UInt8(ascii: "0"),
      digits.count <= 5, digits.allSatisfy({ $0 &- 0x30 < 10 })
    else { return nil }
    guard let port = UInt16(exactly: digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }) else { return nil }
    return (Array(authority[..<hostEnd]), port)
  }

  private static func isHost(_ host: [UInt8]) -> Bool {
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
      let inner = host.dropFirst().dropLast()
      return (2...39).contains(inner.count)
        && inner.allSatisfy { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || isHexDigit($0) }
    }
    return isDomain(host)
  }

  /// Labels of lower-case letters, digits, hyphens and underscores, separated by dots.
  static func isDomain(_ name: [UInt8]) -> Bool {
    guard (1...253).contains(name.count) else { return false }
    return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { isLower($0) || $0 &- 0x30 < 10 || $0 == 0x2d || $0 == 0x5f }
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte &- UInt8(ascii: "a") < 6
  }
}

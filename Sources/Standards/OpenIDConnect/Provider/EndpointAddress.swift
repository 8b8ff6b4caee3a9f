/// The transports that the addresses of a provider may use.
public enum AllowedTransport: Sendable, Hashable {
  /// Only `https`.
  case https
  /// `https`, and `http` on this machine (`localhost`, 127.0.0.1, ::1), for tests.
  case httpsOrLoopback
}

/// An address of a provider, such as its token endpoint (RFC 6749 §3.1 and §3.2).
///
/// It has a host and no user information or fragment, and only characters that an address may have, so a client, a proxy
/// and a browser read the same host in it.
public struct EndpointAddress: Sendable, Hashable, CustomStringConvertible {
  /// The longest accepted address, in bytes.
  public static let maxLength = 2048

  /// The address, as written.
  public let text: String
  /// The host in lower case, without the brackets of an IPv6 address.
  public let host: String
  /// The path, empty or with a slash at its beginning.
  public let path: String
  /// The query without its question mark; nil if there is none.
  public let query: String?

  public var description: String { text }

  /// Reads an address.
  ///
  /// - Throws: ``OpenIDError``: `invalid_endpoint`.
  public init(_ text: String, allowing transport: AllowedTransport = .https) throws(OpenIDError) {
    guard text.utf8.count <= Self.maxLength, text.utf8.allSatisfy(Self.isAllowed) else {
      throw Self.invalid("has more than \(Self.maxLength) bytes, or characters that must be encoded")
    }
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { throw Self.invalid("must begin with https://") }
    let rest = text.dropFirst(isSecure ? 8 : 7)
    let authority = rest.prefix { !"/?#".contains($0) }
    guard let host = Self.host(of: authority) else {
      throw Self.invalid("must have a host, which may be followed by a port only")
    }
    guard isSecure || transport == .httpsOrLoopback && Self.loopback.contains(host) else {
      throw Self.invalid("must begin with https://")
    }
    let tail = rest[authority.endIndex...]
    guard !tail.contains("#") else { throw Self.invalid("must not have a fragment") }
    self.text = text
    self.host = host
    path = String(tail.prefix { $0 != "?" })
    query = tail.firstIndex(of: "?").map { String(tail[tail.index(after: $0)...]) }
  }

  private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

  private static func invalid(_ flaw: String) -> OpenIDError {
    OpenIDError(code: .invalidEndpoint, reason: "the address \(flaw)")
  }

  /// The characters of a URI (RFC 3986 §2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""<>\^`{|}"#.utf8.contains(byte)
  }

  /// The host of an authority that has no user information; nil if it is not one.
  private static func host(of authority: Substring) -> String? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]"), isPort(authority[authority.index(after: end)...]) else {
        return nil
      }
      let address = authority[authority.index(after: authority.startIndex)..<end]
      let isHex = address.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || Character(Unicode.Scalar(byte)).isHexDigit
      }
      return isHex && address.contains(":") ? address.lowercased() : nil
    }
    let name = authority.prefix { $0 != ":" }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, !name.isEmpty, !name.hasPrefix("."), !name.contains(".."),
      isPort(authority[name.endIndex...])
    else { return nil }
    return name.lowercased()
  }

  /// Whether a text is empty, or a colon and a port from 1 to 65535 without leading zeros.
  private static func isPort(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    guard text.first == ":", let port = UInt16(text.dropFirst()) else { return false }
    return port > 0 && String(port) == text.dropFirst()
  }
}

import DoorwardHTTPTypes

/// A cookie to set (RFC 6265bis §4.1).
///
/// ```swift
/// let cookie = try Cookie(name: "__Host-session", value: token, maxAge: 3600)
/// response.setCookie(cookie)
/// ```
public struct Cookie: Sendable, Hashable {
  /// The rule for sending a cookie with requests from other sites.
  public enum SameSite: String, Sendable {
    case strict = "Strict"
    case lax = "Lax"
    case none = "None"
  }

  /// The name, a token.
  public let name: String
  /// The value, of cookie octets only.
  public let value: String
  /// The path of the requests that carry the cookie.
  public let path: String
  /// The lifetime in seconds; `nil` until the browser ends, 0 removes the cookie.
  public let maxAge: Int?
  /// Whether the cookie is sent over HTTPS only.
  public let isSecure: Bool
  /// Whether scripts cannot read the cookie.
  public let isHTTPOnly: Bool
  /// Whether requests from other sites carry the cookie.
  public let sameSite: SameSite

  /// - Throws: ``HTTPError`` (`invalid_cookie`) if name, value or path contain invalid characters, if the cookie
  ///   breaks the rules of a `__Host-` or `__Secure-` prefix (RFC 6265bis §4.1.3), or if `SameSite=None` is not
  ///   secure.
  public init(
    name: String, value: String, path: String = "/", maxAge: Int? = nil, isSecure: Bool = true,
    isHTTPOnly: Bool = true, sameSite: SameSite = .lax
  ) throws(HTTPError) {
    guard isToken(name) else { throw HTTPError(.invalidCookie, "The name of a cookie must be a token.") }
    guard value.utf8.allSatisfy(Self.isCookieOctet) else {
      throw HTTPError(.invalidCookie, "The value of \(name) has a character that cookies must not contain.")
    }
    guard path.utf8.first == UInt8(ascii: "/"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ";") })
    else { throw HTTPError(.invalidCookie, "The path of \(name) is not valid in a cookie.") }
    let prefix = asciiLowercased(name)
    guard !prefix.hasPrefix("__host-") || isSecure && path == "/" else {
      throw HTTPError(.invalidCookie, "\(name) must be secure and have the path \"/\".")
    }
    guard !prefix.hasPrefix("__secure-") || isSecure else {
      throw HTTPError(.invalidCookie, "\(name) must be secure.")
    }
    guard sameSite != .none || isSecure else {
      throw HTTPError(.invalidCookie, "\(name) is sent across sites, so it must be secure.")
    }
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
  }

  /// The value of the `Set-Cookie` line.
  public var headerValue: String {
    var text = "\(name)=\(value); Path=\(path)"
    if let maxAge { text += "; Max-Age=\(max(maxAge, 0))" }
    if isSecure { text += "; Secure" }
    if isHTTPOnly { text += "; HttpOnly" }
    return text + "; SameSite=\(sameSite.rawValue)"
  }

  /// `cookie-octet` (RFC 6265bis §4.1.1).
  private static func isCookieOctet(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x2b, 0x2d...0x3a, 0x3c...0x5b, 0x5d...0x7e: true
    default: false
    }
  }
}

extension HTTPResponse {
  /// Adds the `Set-Cookie` line of a cookie.
  public mutating func setCookie(_ cookie: Cookie) {
    fields.append("Set-Cookie", cookie.headerValue)
  }
}

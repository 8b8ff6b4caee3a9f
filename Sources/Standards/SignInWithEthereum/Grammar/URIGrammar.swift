// RFC 3986, appendix A. Each function advances past the text that its rule matches, and returns nil if the rule
// does not match. The caller checks the text that follows.
extension ByteCursor {
  /// URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
  mutating func takeURI() -> TextRange? {
    let start = position
    guard takeScheme() != nil, take(":") else { return nil }
    if take(literal: "//") {
      guard takeAuthority() != nil else { return nil }
      // An authority ends at a path-abempty, a query or a fragment.
      if let next, next != UInt8(ascii: "/"), next != UInt8(ascii: "?"), next != UInt8(ascii: "#"),
        next != UInt8(ascii: "\n")
      {
        return nil
      }
    }
    takeAllOrEncoded(.path)
    if take("?") { takeAllOrEncoded(.query) }
    if take("#") { takeAllOrEncoded(.query) }
    return TextRange(start, position)
  }

  /// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  mutating func takeScheme() -> TextRange? {
    let start = position
    guard takeOne(.alpha) else { return nil }
    takeAll(.scheme)
    return TextRange(start, position)
  }

  /// authority = [ userinfo "@" ] host [ ":" port ]
  ///
  /// Returns the range of the host, which may be empty (RFC 3986).
  mutating func takeAuthority() -> TextRange? {
    let start = position
    takeAllOrEncoded(.userinfo)
    if !take("@") { rewind(to: start) }
    let host: TextRange
    if isAt("[") {
      guard let literal = takeIPLiteral() else { return nil }
      host = literal
    } else {
      // An IPv4address is also a valid reg-name.
      host = takeAllOrEncoded(.registeredName)
    }
    if take(":") { takeAll(.digit) }
    return host
  }
}

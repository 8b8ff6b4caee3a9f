// RFC 3986, appendix A. Each step passes what its rule matches and answers nil when the rule does not
// match at all; whether anything stands after is for the caller to ask.
extension ByteCursor {
  /// URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
  mutating func takeURI() -> TextRange? {
    let start = position
    guard takeScheme() != nil, take(":") else { return nil }
    if take(literal: "//") {
      guard takeAuthority() != nil else { return nil }
      // An authority ends only where a path-abempty, a query or a fragment begins.
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
  /// Answers where the host stands, which may be empty as RFC 3986 lets it.
  mutating func takeAuthority() -> TextRange? {
    let start = position
    takeAllOrEncoded(.userinfo)
    if !take("@") { rewind(to: start) }
    let host: TextRange
    if isAt("[") {
      guard let literal = takeIPLiteral() else { return nil }
      host = literal
    } else {
      // An IPv4address is also a reg-name: nothing more to check.
      host = takeAllOrEncoded(.registeredName)
    }
    if take(":") { takeAll(.digit) }
    return host
  }
}

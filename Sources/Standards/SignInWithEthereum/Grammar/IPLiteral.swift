// RFC 3986 §3.2.2: IP-literal = "[" ( IPv6address / IPvFuture ) "]"
extension ByteCursor {
  /// IP-literal, including the brackets.
  mutating func takeIPLiteral() -> TextRange? {
    let start = position
    guard take("[") else { return nil }
    let isAddress = isAt("v") || isAt("V") ? takeIPvFuture() : takeIPv6Address()
    guard isAddress, take("]") else { return nil }
    return TextRange(start, position)
  }

  /// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
  private mutating func takeIPvFuture() -> Bool {
    guard take("v") || take("V"), !takeAll(.hexDigit).isEmpty, take(".") else { return false }
    return !takeAll(.userinfo).isEmpty
  }

  /// IPv6address: eight groups of 16 bits, or at most seven groups around one `::`. The last two groups may be
  /// an IPv4address.
  private mutating func takeIPv6Address() -> Bool {
    var groups = 0
    var compressed = take(literal: "::")
    if compressed, isAt("]") { return true }
    while groups < 8 {
      let start = position
      let digits = takeAll(.hexDigit)
      if isAt(".") {
        rewind(to: start)
        guard takeIPv4Address() else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(digits.count) else { return false }
      groups += 1
      if isAt("]") { break }
      guard groups < 8, take(":") else { return false }
      if take(":") {
        guard !compressed else { return false }
        compressed = true
        if isAt("]") { break }
      }
    }
    return compressed ? groups <= 7 : groups == 8
  }

  /// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
  private mutating func takeIPv4Address() -> Bool {
    for octet in 0..<4 {
      if octet > 0, !take(".") { return false }
      guard takeDecimalOctet() else { return false }
    }
    return true
  }

  /// dec-octet: 0 to 255 without leading zeros.
  private mutating func takeDecimalOctet() -> Bool {
    let digits = bytes(takeAll(.digit))
    guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0") else {
      return false
    }
    return digits.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) } <= 255
  }
}

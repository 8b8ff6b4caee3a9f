import Encodings

extension IPAddress: LosslessStringConvertible {
  /// Parses `192.0.2.1` or `2001:db8::1` (RFC 4291 §2.2).
  ///
  /// IPv4 is four decimal numbers without leading zeros. The octal, hexadecimal and short forms of `inet_aton` are
  /// rejected, because they are aliases. Brackets, ports and zones are rejected too.
  public init?(_ text: String) {
    let utf8 = Array(text.utf8.prefix(46))
    guard utf8.count <= 45 else { return nil }
    if utf8.contains(UInt8(ascii: ":")) {
      guard let groups = Self.parseV6(utf8[...]) else { return nil }
      let halves = [groups[..<4], groups[4...]].map { $0.reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
      self.init(family: .v6, high: halves[0], low: halves[1])
    } else {
      guard let value = Self.parseV4(utf8[...]) else { return nil }
      self.init(family: .v4, high: 0, low: UInt64(value))
    }
  }

  private static func parseV4(_ text: ArraySlice<UInt8>) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else {
        return nil
      }
      var number: UInt32 = 0
      for digit in part {
        guard UInt8(ascii: "0") <= digit, digit <= UInt8(ascii: "9") else { return nil }
        number = number * 10 + UInt32(digit - UInt8(ascii: "0"))
      }
      guard number <= 255 else { return nil }
      value = value << 8 | number
    }
    return value
  }

  /// The eight groups of an IPv6 text.
  private static func parseV6(_ text: ArraySlice<UInt8>) -> [UInt16]? {
    let colon = UInt8(ascii: ":")
    var gap: ArraySlice<UInt8>.Index?
    var index = text.startIndex
    while index + 1 < text.endIndex {
      if text[index] == colon, text[index + 1] == colon {
        gap = index
        break
      }
      index += 1
    }
    guard let gap else {
      let groups = parseGroups(text, mayEndInV4: true)
      return groups?.count == 8 ? groups : nil
    }
    guard let head = parseGroups(text[..<gap], mayEndInV4: false),
      let tail = parseGroups(text[(gap + 2)...], mayEndInV4: true),
      head.count + tail.count <= 7
    else { return nil }
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  private static func parseGroups(_ text: ArraySlice<UInt8>, mayEndInV4: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (position, part) in parts.enumerated() {
      if mayEndInV4, position == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let value = parseV4(part) else { return nil }
        groups += [UInt16(truncatingIfNeeded: value >> 16), UInt16(truncatingIfNeeded: value)]
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var group: UInt16 = 0
      for digit in part {
        guard let nibble = Hex.value(of: digit) else { return nil }
        group = group << 4 | UInt16(nibble)
      }
      groups.append(group)
    }
    return groups.count <= 8 ? groups : nil
  }

  /// The one canonical text: dotted decimal, or RFC 5952 (lower case, the longest run of zeros as "::").
  public var description: String {
    guard family == .v6 else {
      var text = "\(low >> 24)"
      for shift in [16, 8, 0] { text += ".\(low >> shift & 0xff)" }
      return text
    }
    let groups = [high, low].flatMap { half in
      stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> $0) }
    }
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start > max(best.count, 1) { best = start..<end }
      start = max(end, start + 1)
    }
    let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
    return best.isEmpty
      ? text(groups[...]) : text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
  }
}

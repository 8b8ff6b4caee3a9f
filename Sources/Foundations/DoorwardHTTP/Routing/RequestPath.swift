import Encodings

/// A request path, split and decoded once before routing.
///
/// Paths that a proxy and this server may read differently are rejected: dot segments, encoded slashes and
/// backslashes, control characters, malformed escapes and bytes that are not UTF-8 (RFC 3986 §6.2, §7.3). Escapes
/// of unreserved characters (§2.3) are rejected too. Checks and proxies compare the encoded path, so they would
/// not recognize "/%73ession/" as "/session/".
struct RequestPath {
  /// The decoded segments: "/a/b" has two, "/" has one empty segment.
  let segments: [String]

  /// - Throws: ``Problem`` (400 `malformed_path`).
  init(_ path: String) throws(Problem) {
    guard path.utf8.first == UInt8(ascii: "/") else { throw Self.malformed("It must start with a slash.") }
    var segments: [String] = []
    for raw in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      segments.append(try Self.decode(raw))
    }
    self.segments = segments
  }

  private static func decode(_ raw: Substring.UTF8View) throws(Problem) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Hex.value), let low = rest.popFirst().flatMap(Hex.value) else {
        throw malformed("A percent sign must be followed by two hexadecimal digits.")
      }
      let decoded = high << 4 | low
      guard decoded != UInt8(ascii: "/"), decoded != UInt8(ascii: "\\") else {
        throw malformed("An encoded slash is not accepted.")
      }
      guard !PercentEncoding.isUnreserved(decoded) else {
        throw malformed("A letter, a digit, or one of - . _ ~ must not be encoded.")
      }
      bytes.append(decoded)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else {
      throw malformed("Control characters and backslashes are not accepted.")
    }
    guard let segment = text(ofUTF8: bytes) else { throw malformed("It is not UTF-8.") }
    guard segment != ".", segment != ".." else { throw malformed("Dot segments are not accepted.") }
    return segment
  }

  private static func malformed(_ reason: String) -> Problem {
    Problem(status: 400, code: "malformed_path", detail: "The path cannot be read. \(reason)")
  }
}

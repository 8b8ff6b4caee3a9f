import HTTPCore

/// A request target taken apart (RFC 9112 §3.2).
struct RequestTarget {
  /// The path, starting with "/"; "*" for the asterisk form.
  let path: String
  /// What stands after "?".
  let query: String?
  /// The authority of an absolute form, which takes the place of `Host`.
  let authority: String?

  /// - Throws: ``Problem`` (400) for bytes that are no visible ASCII, a fragment, and forms only proxies serve.
  init(_ bytes: [UInt8], method: HTTPMethod) throws(Problem) {
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }) else {
      throw .malformedRequest("The request target has a character that must be percent-encoded.")
    }
    if bytes == [UInt8(ascii: "*")], method == .options {
      self.init(path: "*", query: nil, authority: nil)
      return
    }
    var rest = bytes[...]
    var authority: String?
    if rest.first != UInt8(ascii: "/") {
      guard let scheme = Self.scheme(of: bytes) else {
        throw .malformedRequest("The request target must be a path or an http URI.")
      }
      rest = rest.dropFirst(scheme)
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
      authority = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
    }
    let question = rest.firstIndex(of: UInt8(ascii: "?"))
    let path = String(decoding: rest[..<(question ?? rest.endIndex)], as: UTF8.self)
    self.init(
      path: path.isEmpty ? "/" : path,
      query: question.map { String(decoding: rest[($0 + 1)...], as: UTF8.self) }, authority: authority)
  }

  private init(path: String, query: String?, authority: String?) {
    self.path = path
    self.query = query
    self.authority = authority
  }

  /// The length of `http://` or `https://` where it stands first.
  private static func scheme(of bytes: [UInt8]) -> Int? {
    for prefix in ["http://", "https://"] where bytes.count > prefix.utf8.count {
      if zip(prefix.utf8, bytes).allSatisfy({ $0 == $1 | ($1 >= 0x41 && $1 <= 0x5a ? 0x20 : 0) }) {
        return prefix.utf8.count
      }
    }
    return nil
  }
}

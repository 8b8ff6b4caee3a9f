import DoorwardHTTP
import DoorwardHTTPTypes

/// A parsed request target (RFC 9112 §3.2).
struct RequestTarget {
  /// The path, starting with "/"; "*" for the asterisk form.
  let path: String
  /// The text after "?".
  let query: String?
  /// The scheme of an absolute form, in lower case.
  let scheme: String?
  /// The authority of an absolute form, which replaces `Host`.
  let authority: String?

  /// Scheme and authority of an absolute form.
  var origin: String? {
    guard let scheme, let authority else { return nil }
    return "\(scheme)://\(authority)"
  }

  /// - Throws: ``Problem`` (400) for bytes that are not visible ASCII, a fragment, and forms that only proxies
  ///   serve.
  init(_ bytes: [UInt8], method: HTTPMethod) throws(Problem) {
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }) else {
      throw .malformedRequest("The request target has a character that must be percent-encoded.")
    }
    if bytes == [UInt8(ascii: "*")], method == .options {
      self.init(path: "*", query: nil, scheme: nil, authority: nil)
      return
    }
    var rest = bytes[...]
    var scheme: String?
    var authority: String?
    if rest.first != UInt8(ascii: "/") {
      guard let found = Self.scheme(of: bytes) else {
        throw .malformedRequest("The request target must be a path or an http URI.")
      }
      scheme = found
      rest = rest.dropFirst(found.utf8.count + 3)
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
      authority = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
    }
    let question = rest.firstIndex(of: UInt8(ascii: "?"))
    let path = String(decoding: rest[..<(question ?? rest.endIndex)], as: UTF8.self)
    self.init(
      path: path.isEmpty ? "/" : path,
      query: question.map { String(decoding: rest[($0 + 1)...], as: UTF8.self) }, scheme: scheme,
      authority: authority)
  }

  private init(path: String, query: String?, scheme: String?, authority: String?) {
    self.path = path
    self.query = query
    self.scheme = scheme
    self.authority = authority
  }

  /// `http` or `https` if the target starts with that scheme and "://", without regard to case.
  private static func scheme(of bytes: [UInt8]) -> String? {
    for scheme in ["http", "https"] {
      let prefix = "\(scheme)://".utf8
      if bytes.count > prefix.count,
        zip(prefix, bytes).allSatisfy({ $0 == $1 | ($1 >= 0x41 && $1 <= 0x5a ? 0x20 : 0) })
      {
        return scheme
      }
    }
    return nil
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings

/// The head of a request, line by line.
struct RequestHead {
  /// The parts of the request that have been read, without the body.
  private(set) var request: HTTPRequest
  /// The framing of the body.
  private(set) var framing = BodyFraming()
  /// Whether the connection ends after this request.
  private(set) var isLast = false
  /// Whether the optional empty line before the request line has been read.
  var isStarted = false

  private var isVersion10 = false
  private var authority: String?

  init(peer: IPAddress) {
    request = HTTPRequest(
      method: HTTPMethod(rawValue: HTTPRequest.unreadable), path: HTTPRequest.unreadable, peer: peer)
  }

  /// Reads `method SP request-target SP HTTP-version` (RFC 9112 §3).
  ///
  /// - Throws: ``Problem`` 400, or 505 for a version other than 1.1 and 1.0.
  mutating func takeRequestLine(_ line: [UInt8]) throws(Problem) {
    isStarted = true
    let space = UInt8(ascii: " ")
    guard let first = line.firstIndex(of: space), let last = line.lastIndex(of: space), first < last,
      !line[(first + 1)..<last].contains(space)
    else { throw .malformedRequest("The request line must be a method, a target and a version.") }
    let method = line[..<first]
    guard !method.isEmpty, method.allSatisfy(isTokenCharacter) else {
      throw .malformedRequest("The method is not a token.")
    }
    request.method = HTTPMethod(rawValue: String(decoding: method, as: UTF8.self))
    let target = Result { () throws(Problem) in
      try RequestTarget(Array(line[(first + 1)..<last]), method: request.method)
    }
    if case .success(let target) = target {
      request.path = target.path
      request.query = target.query
    }
    try readVersion(String(decoding: line[(last + 1)...], as: UTF8.self))
    let parsed = try target.get()
    authority = parsed.authority
    request.targetOrigin = parsed.origin
  }

  private mutating func readVersion(_ version: String) throws(Problem) {
    switch version {
    case "HTTP/1.1": break
    case "HTTP/1.0":
      isVersion10 = true
      isLast = true
    default:
      let bytes = Array(version.utf8)
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      // RFC 9112 §2.3: "HTTP/" DIGIT "." DIGIT, in upper case.
      guard bytes.count == 8, version.hasPrefix("HTTP/"), digits.contains(bytes[5]),
        bytes[6] == UInt8(ascii: "."), digits.contains(bytes[7])
      else { throw .malformedRequest("The HTTP version is malformed.") }
      throw .unsupportedVersion
    }
  }

  /// Reads `field-name ":" OWS field-value OWS` (RFC 9112 §5).
  ///
  /// - Throws: ``Problem`` 400.
  mutating func takeField(_ line: [UInt8]) throws(Problem) {
    guard let (name, value) = Self.field(line), request.fields.append(name, value) else {
      throw .malformedRequest("A header field is not well formed.")
    }
  }

  /// The fields that decide the form and the language of a refusal.
  private static let fieldsOfRefusals: Set = ["accept", "accept-language"]

  /// Takes a field that decides the form of a refusal, and ignores every other line.
  mutating func takeFieldOfRefusal(_ line: [UInt8]) {
    guard let (name, value) = Self.field(line), Self.fieldsOfRefusals.contains(name.lowercased()),
      !request.fields.contains(name)
    else { return }
    _ = request.fields.append(name, value)
  }

  /// A folded line starts with white space (RFC 9112 §5.2), which is not part of a token.
  private static func field(_ line: [UInt8]) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = text(ofUTF8: line[..<colon]), let value = text(ofUTF8: trimmed(line[(colon + 1)...]))
    else { return nil }
    return (name, value)
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var value = value
    while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    return value
  }

  /// Checks the complete head and determines the framing of the body.
  ///
  /// - Throws: ``Problem``.
  mutating func finish(maximumBodyBytes: Int) throws(Problem) {
    let hosts = request.fields.values(for: "Host")
    // RFC 9112 §3.2: a server must refuse a request without a Host field, or with several.
    guard hosts.count == 1 || hosts.isEmpty && isVersion10 else {
      throw .malformedRequest("There must be one Host field.")
    }
    guard hosts.allSatisfy(Self.isAuthority), authority.map(Self.isAuthority) ?? true else {
      throw .malformedRequest("The host is not well formed.")
    }
    if let authority { request.fields["Host"] = authority }
    framing = try BodyFraming(request.fields, isVersion10: isVersion10, maximumBodyBytes: maximumBodyBytes)
    // Proxies and servers have disagreed about the end of chunked bodies, so the connection closes after one.
    isLast = isLast || framing.isChunked || closes
  }

  /// Whether `Connection` has the option `close` (RFC 9112 §9.6).
  private var closes: Bool {
    request.fields.values(for: "Connection").contains { line in
      line.split(separator: ",").contains { option in
        option.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" }) == ["close"]
      }
    }
  }

  /// `uri-host [":" port]` (RFC 3986 §3.2.2). Only the characters are checked. User information is rejected.
  private static func isAuthority(_ host: String) -> Bool {
    !host.isEmpty
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~:[]!$&'()*+,;=%".utf8.contains(byte)
        }
      }
  }
}

import CMicroHTTPD
import HTTPCore

/// The head of a request, read strictly, with the reason to refuse it where there is one.
struct RequestHead {
  /// The request as far as it could be read, without its body.
  private(set) var request: HTTPRequest
  /// Why it is not taken.
  private(set) var refusal: Problem?
  /// Whether the body is chunked.
  private(set) var isChunked = false
  /// The length of the body where it is not.
  private(set) var contentLength = 0

  init(_ source: RequestHeadSource, target: [UInt8], peer: IPAddress, configuration: MicroHTTPDConfiguration)
  {
    let method = String(cString: source.method)
    request = HTTPRequest(method: HTTPMethod(rawValue: method), path: "/", peer: peer)
    do {
      try readFields(source, target: target, methodLength: method.utf8.count, configuration)
      try readTarget(target, version: String(cString: source.version), configuration)
      try readFraming(version: String(cString: source.version), configuration)
    } catch {
      refusal = error
    }
  }

  private mutating func readFields(
    _ source: RequestHeadSource, target: [UInt8], methodLength: Int, _ configuration: MicroHTTPDConfiguration
  ) throws(Problem) {
    guard source.size <= configuration.maximumHeaderBytes else {
      throw .headersTooLarge("The header section may have up to \(configuration.maximumHeaderBytes) bytes.")
    }
    var layout = HeaderLayout(source, targetLength: target.count, methodLength: methodLength)
    var fields = HTTPFields()
    var count = 0
    var isWellFormed = true
    source.forEachLine { line in
      count += 1
      layout.check(line)
      guard count <= configuration.maximumHeaderCount else { return false }
      // What is not a token, or carries control characters, is refused by the fields themselves.
      guard let name = text(ofUTF8: line.name), let value = text(ofUTF8: Self.trimmed(line.value)),
        fields.append(name, value)
      else {
        isWellFormed = false
        return false
      }
      return true
    }
    request.fields = fields
    guard count <= configuration.maximumHeaderCount else {
      throw .headersTooLarge("A request may have up to \(configuration.maximumHeaderCount) header fields.")
    }
    guard isWellFormed else { throw .malformedRequest("A header field is not well formed.") }
    layout.finish()
    guard layout.isSound || doorward_mhd_is_strict() else {
      throw .malformedRequest("The header section has folded lines, NUL bytes or bare line feeds.")
    }
  }

  /// Without the white space at its end, which the library leaves (RFC 9110 §5.5).
  private static func trimmed(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var count = value.count
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    return UnsafeRawBufferPointer(rebasing: value[..<count])
  }

  private mutating func readTarget(
    _ target: [UInt8], version: String, _ configuration: MicroHTTPDConfiguration
  ) throws(Problem) {
    guard !request.method.rawValue.isEmpty,
      request.method.rawValue.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { throw .malformedRequest("The method is not a token.") }
    let hosts = request.fields.values(for: "Host")
    // RFC 9112 §3.2: a server must refuse a request without one, or with several.
    guard hosts.count == 1 || hosts.isEmpty && version == "HTTP/1.0" else {
      throw .malformedRequest("There must be one Host field.")
    }
    let parsed = try RequestTarget(target, method: request.method)
    request.path = parsed.path
    request.query = parsed.query
    guard hosts.allSatisfy(Self.isAuthority), parsed.authority.map(Self.isAuthority) ?? true else {
      throw .malformedRequest("The host is not well formed.")
    }
    if let authority = parsed.authority { request.fields["Host"] = authority }
  }

  /// `uri-host [":" port]`, by its characters (RFC 3986 §3.2.2); never with user information.
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

  private mutating func readFraming(
    version: String, _ configuration: MicroHTTPDConfiguration
  ) throws(Problem) {
    let codings = request.fields.values(for: "Transfer-Encoding")
    let lengths = request.fields.values(for: "Content-Length")
    guard codings.count <= 1, lengths.count <= 1, codings.isEmpty || lengths.isEmpty else {
      throw .ambiguousFraming("There must be one Content-Length or one Transfer-Encoding, never two or both.")
    }
    if let coding = codings.first {
      // RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so its framing is suspect.
      guard version != "HTTP/1.0" else { throw .ambiguousFraming("HTTP/1.0 has no Transfer-Encoding.") }
      guard coding.utf8.count == 7, coding.lowercased() == "chunked" else { throw .unsupportedTransferCoding }
      isChunked = true
    }
    if let length = lengths.first {
      guard !length.isEmpty, length.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        throw .ambiguousFraming("Content-Length must be a number.")
      }
      contentLength = Int(length) ?? .max
    }
    let expectations = request.fields.values(for: "Expect")
    guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else { throw .expectationFailed }
    // A client that asks first, or announces a flood, is told at once.
    let limit = configuration.maximumBodyBytes
    guard contentLength <= limit || expectations.isEmpty && contentLength / 2 <= limit else {
      throw .bodyTooLarge(limit: limit)
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes

/// A response as bytes (RFC 9112 §4).
enum ResponseBytes {
  static let continueSending = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// - Parameters:
  ///   - response: The response. ``HTTPFields`` rejects fields that could start a new line.
  ///   - toHEAD: Whether the request is a HEAD. Its response has the length of a body and no body.
  ///   - isLast: Whether the connection closes after the response.
  ///   - now: The seconds since 1970.
  /// - Returns: The bytes to send.
  static func make(_ response: HTTPResponse, toHEAD: Bool, isLast: Bool, now: Int) -> [UInt8] {
    let status = (200...599).contains(response.status) ? response.status : 500
    var bytes: [UInt8] = []
    bytes.reserveCapacity(768 + response.body.count)
    bytes.append("HTTP/1.1 ")
    bytes.append(utf8: String(status))
    bytes.append(" ")
    bytes.append(utf8: reasonPhrase(status))
    bytes.append("\r\nDate: ")
    HTTPDate.append(secondsSince1970: now, to: &bytes)
    bytes.append("\r\n")
    for field in response.fields where !isTransportField(field.name) {
      bytes.append(utf8: field.name)
      bytes.append(": ")
      bytes.append(utf8: field.value)
      bytes.append("\r\n")
    }
    // RFC 9110 §8.6: 204 and 304 never have a body.
    let hasBody = status != 204 && status != 304
    if hasBody {
      let length = toHEAD ? response.fields["Content-Length"].flatMap { Int($0) } : nil
      bytes.append("Content-Length: ")
      bytes.append(utf8: String(max(length ?? response.body.count, 0)))
      bytes.append("\r\n")
    }
    bytes.append(isLast ? "Connection: close\r\n\r\n" : "\r\n")
    if hasBody && !toHEAD { bytes += response.body }
    return bytes
  }

  /// Fields that only the transport may set.
  private static func isTransportField(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name.lowercased() == "date"
    case 10: name.lowercased() == "connection"
    case 14: name.lowercased() == "content-length"
    case 17: name.lowercased() == "transfer-encoding"
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends a text. `append(contentsOf: text.utf8)` takes longer.
  mutating func append(utf8 text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// Appends a literal.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes

/// A response as it was received.
struct RawResponse: Sendable {
  var status: Int
  var fields: HTTPFields
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Removes one response from the front of `bytes`; `nil` if it is incomplete.
  static func parse(_ bytes: inout [UInt8], isHEAD: Bool) throws -> RawResponse? {
    let end = Array("\r\n\r\n".utf8)
    guard let split = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    let lines = String(decoding: bytes[..<split], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.dropFirst(9).prefix(3))
    else { throw RawClient.Failure(description: "no response: \(lines.first ?? "")") }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw RawClient.Failure(description: "no field: \(line)") }
      fields.append(String(parts[0]), String(parts[1].drop { $0 == " " }))
    }
    let hasBody = !isHEAD && status >= 200 && status != 204 && status != 304
    let length = hasBody ? fields["Content-Length"].flatMap { Int($0) } ?? 0 : 0
    let start = split + end.count
    guard bytes.count - start >= length else { return nil }
    let body = Array(bytes[start..<(start + length)])
    bytes.removeFirst(start + length)
    return RawResponse(status: status, fields: fields, body: body)
  }
}

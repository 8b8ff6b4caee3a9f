import DoorwardHTTPTypes
import Encodings

/// The `traceparent` of a request: the trace that it belongs to at its sender (W3C Trace Context §3.2).
///
/// Any client can send one, so it names nothing of this server.
package struct TraceParent: Hashable, Sendable {
  /// The whole value, such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
  package let text: String

  /// Reads a value of version 00; nil for any other.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 55, text.hasPrefix("00-"), bytes[35] == UInt8(ascii: "-"),
      bytes[52] == UInt8(ascii: "-")
    else { return nil }
    let parts = [bytes[3..<35], bytes[36..<52], bytes[53..<55]]
    guard parts.allSatisfy({ $0.allSatisfy(Hex.isDigit) }),
      parts.prefix(2).allSatisfy({ $0.contains { $0 != UInt8(ascii: "0") } })
    else { return nil }
    self.text = text
  }
}

extension HTTPRequest {
  /// The trace of the sender; nil without exactly one valid `traceparent`.
  package var traceParent: TraceParent? {
    let values = fields.values(for: "traceparent")
    return values.count == 1 ? TraceParent(values[0]) : nil
  }
}

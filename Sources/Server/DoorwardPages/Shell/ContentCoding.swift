import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The content codings that a client accepts (RFC 9110 §12.5.3).
package enum ContentCoding {
  /// Whether `Accept-Encoding` names the coding, or `*`, with a weight above zero. The name itself decides over `*`.
  package static func accepts(_ coding: String, _ fields: HTTPFields) -> Bool {
    var any = false
    for member in fields.values(for: "Accept-Encoding").flatMap({ $0.split(separator: ",") }) {
      let parts = member.split(separator: ";").map { $0.trimmingSpaces.lowercased() }
      guard let name = parts.first else { continue }
      // The weights "0", "0." and "0.000" refuse a coding (RFC 9110 §12.4.2).
      let isRefused = parts.dropFirst().contains { $0.wholeMatch(of: /q=0(?:\.0{0,3})?/) != nil }
      if name == coding || name == "x-\(coding)" { return !isRefused }
      if name == "*" { any = !isRefused }
    }
    return any
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}

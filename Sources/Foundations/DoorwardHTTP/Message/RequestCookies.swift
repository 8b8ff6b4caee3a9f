import DoorwardHTTPTypes

/// The cookies of a request (RFC 6265 §5.4).
public struct RequestCookies: Sendable {
  private var values: [String: String?] = [:]

  /// - Parameter lines: The value of each `Cookie` line. A part that is not `name=value` is ignored.
  public init(_ lines: [String]) {
    for line in lines {
      for pair in line.split(separator: ";").prefix(128) {
        let pair = trimmingOptionalWhitespace(pair)
        guard let equals = pair.firstIndex(of: "=") else { continue }
        let name = String(trimmingOptionalWhitespace(pair[..<equals]))
        let value = String(trimmingOptionalWhitespace(pair[pair.index(after: equals)...]))
        guard isToken(name) else { continue }
        if let known = values[name], known != value {
          values[name] = .some(nil)
        } else {
          values[name] = value
        }
      }
    }
  }

  /// The value of a cookie; `nil` if it is missing, or occurs twice with different values. Another subdomain may
  /// have set one of the two values, and the server cannot know which one is its own.
  public subscript(name: String) -> String? {
    values[name] ?? nil
  }
}

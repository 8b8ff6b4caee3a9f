/// The cookies a request carries (RFC 6265 §5.4).
public struct RequestCookies: Sendable {
  private var values: [String: String?] = [:]

  /// - Parameter lines: the value of each `Cookie` line; what is not `name=value` is passed over.
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

  /// The value of a cookie; `nil` when it is not there, or there twice with different values: which of the
  /// two is ours cannot be known, and a neighbor's subdomain may have planted one.
  public subscript(name: String) -> String? {
    values[name] ?? nil
  }
}

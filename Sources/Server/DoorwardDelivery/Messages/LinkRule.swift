/// Decides which URLs a message may contain, and which services the server may call.
package enum LinkRule {
  /// Whether a text is an absolute https URL, or an http URL of this machine, in the characters of RFC 3986. Such a
  /// text needs no encoding in a text and cannot leave an attribute of HTML.
  package static func allows(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ characters.contains($0) }) else { return false }
    if let host = host(of: text, scheme: "https://") { return isIPv6(host) || HostName.isValid(host) }
    return host(of: text, scheme: "http://").map(isLoopback) ?? false
  }

  /// The unreserved and reserved characters and the percent sign, without quotes.
  private static let characters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&()*+,;=%".utf8)

  /// The host of a URL; nil if the URL has another scheme, or an authority that is not a host and a port.
  private static func host(of text: String, scheme: String) -> String? {
    guard text.hasPrefix(scheme) else { return nil }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let end: Substring.Index
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      end = authority.index(after: bracket)
    } else {
      end = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    let port = authority[end...]
    guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return String(authority[..<end])
  }

  private static func isIPv6(_ host: String) -> Bool {
    host.hasPrefix("[") && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    if host.hasSuffix(".localhost") { return HostName.isValid(host) }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// Checks host names in ASCII (RFC 1123 §2.1).
package enum HostName {
  /// Whether a text is a host name: labels of letters, digits and inner hyphens, separated by dots.
  package static func isValid(_ text: String) -> Bool {
    let bytes = [UInt8](text.utf8.prefix(254))
    guard bytes.count <= 253 else { return false }
    let hyphen = UInt8(ascii: "-")
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
        && label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

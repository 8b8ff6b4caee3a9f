/// Who the client is, when proxies stand between: the socket's other end unless the operator named proxies.
///
/// ```swift
/// let policy = ClientAddressPolicy(trustedProxies: [IPNetwork("10.0.0.0/8")].compactMap { $0 })
/// let client = policy.clientAddress(of: request)
/// ```
/// `X-Forwarded-For` is read only from a trusted peer, and from the right: each proxy appends the address it
/// saw, so the right-most address that is not itself a trusted proxy is the last one a trusted party vouches
/// for. Everything left of it is whatever the client made up.
public struct ClientAddressPolicy: Sendable {
  /// The networks of the operator's own proxies.
  public var trustedProxies: [IPNetwork]

  public init(trustedProxies: [IPNetwork] = []) {
    self.trustedProxies = trustedProxies
  }

  /// The address that limits and logs should count.
  public func clientAddress(of request: HTTPRequest) -> IPAddress {
    guard isTrusted(request.peer) else { return request.peer }
    var client = request.peer
    // Several lines are one list in their order (RFC 9110 §5.3).
    let entries = request.fields.values(for: "X-Forwarded-For").flatMap { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
    }
    for entry in entries.reversed() {
      // What cannot be read ends the walk: the party that vouched for it is not one we understand.
      guard let address = Self.parse(trimmingOptionalWhitespace(entry)) else { return client }
      client = address
      guard isTrusted(address) else { return client }
    }
    return client
  }

  private func isTrusted(_ address: IPAddress) -> Bool {
    trustedProxies.contains { $0.contains(address) }
  }

  /// An address, also with the port that some proxies add.
  private static func parse(_ entry: Substring) -> IPAddress? {
    let text = String(entry)
    if let address = IPAddress(text) { return address }
    if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") {
      return IPAddress(String(text.dropFirst().dropLast()))
    }
    return SocketAddress(text)?.address
  }
}

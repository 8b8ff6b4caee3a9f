public import DoorwardHTTPTypes

/// Finds the address of the client: the peer of the socket, unless the operator configured trusted proxies.
///
/// ```swift
/// let policy = ClientAddressPolicy(trustedProxies: [IPNetwork("10.0.0.0/8")].compactMap { $0 })
/// let client = policy.clientAddress(of: request)
/// ```
/// `X-Forwarded-For` is read only from a trusted peer, from right to left. Each proxy appends the address it saw,
/// so the client is the right-most address that is not a trusted proxy. The client can forge every address to the
/// left of it.
public struct ClientAddressPolicy: Sendable {
  /// The networks of the operator's own proxies.
  public var trustedProxies: [IPNetwork]
  /// Receives the peer of each request whose `X-Forwarded-For` has no effect or a partial one.
  private let onFlaw: @Sendable (Flaw, _ peer: IPAddress) -> Void

  /// The reason why `X-Forwarded-For` has no effect. The clients of a proxy then share the proxy's address.
  public enum Flaw: String, Sendable, CaseIterable {
    /// The peer is not a trusted proxy.
    case untrustedPeer
    /// An entry that the search has reached is not an address.
    case unreadable
  }

  /// - Parameters:
  ///   - trustedProxies: The networks of the operator's own proxies.
  ///   - onFlaw: Receives the peer of each request whose `X-Forwarded-For` has a flaw. It must return at once.
  public init(
    trustedProxies: [IPNetwork] = [],
    onFlaw: @escaping @Sendable (Flaw, _ peer: IPAddress) -> Void = { _, _ in }
  ) {
    self.trustedProxies = trustedProxies
    self.onFlaw = onFlaw
  }

  /// The address for limits and logs.
  public func clientAddress(of request: HTTPRequest) -> IPAddress {
    guard isTrusted(request.peer) else {
      if request.fields.contains("X-Forwarded-For") { onFlaw(.untrustedPeer, request.peer) }
      return request.peer
    }
    var client = request.peer
    // Several lines form one list, in their order (RFC 9110 §5.3).
    let entries = request.fields.values(for: "X-Forwarded-For").flatMap { line in
      line.split(separator: ",", omittingEmptySubsequences: false)
    }
    for entry in entries.reversed() {
      // A malformed entry ends the search, because the entries to its left cannot be trusted.
      guard let address = Self.parse(trimmingOptionalWhitespace(entry)) else {
        onFlaw(.unreadable, request.peer)
        return client
      }
      client = address
      guard isTrusted(address) else { return client }
    }
    return client
  }

  private func isTrusted(_ address: IPAddress) -> Bool {
    trustedProxies.contains { $0.contains(address) }
  }

  /// Parses an address, also with what some proxies add: a port, quotes (RFC 7239 §6) and the zone of an IPv6 address (RFC 4007
  /// §11).
  private static func parse(_ entry: Substring) -> IPAddress? {
    var text = String(entry)
    if text.utf8.count > 1, text.first == "\"", text.last == "\"" {
      text = String(text.dropFirst().dropLast())
    }
    if text.contains(":"), let zone = text.firstIndex(of: "%") {
      text.removeSubrange(zone..<(text[zone...].firstIndex(of: "]") ?? text.endIndex))
    }
    if let address = IPAddress(text) { return address }
    if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") {
      return IPAddress(String(text.dropFirst().dropLast()))
    }
    return SocketAddress(text)?.address
  }
}

internal import Encodings

// These policies bind a message to one request. They refuse messages that were signed for another purpose.
extension SIWEPolicy {
  /// Requires this domain, including user information, host and port.
  ///
  /// The letter case of the host is ignored (RFC 3986 §3.2.2). All other characters must be equal, so a domain
  /// without a port differs from the same domain with the default port.
  public static func domain(_ domain: String) -> SIWEPolicy { self.domain(oneOf: [domain]) }

  /// Requires one of these domains, compared as ``domain(_:)`` does. An empty list accepts no message.
  public static func domain(oneOf domains: [String]) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(code: .wrongDomain, reason: "The domain of the message is not \(list(domains)).")
    ) { message in domains.contains { isDomain($0, of: message) } }
  }

  private static func isDomain(_ expected: String, of message: SIWEMessage) -> Bool {
    let host = message.outline.host.range
    let start = message.outline.domain.range.lowerBound
    return message.withBytes(message.outline.domain) { bytes in
      expected.readUTF8 { expected in
        guard bytes.count == expected.count else { return false }
        for (index, byte) in bytes.enumerated() where byte != expected[index] {
          guard host.contains(start + index), isSameLetter(byte, expected[index]) else { return false }
        }
        return true
      }
    }
  }

  /// The accepted values, for the reason of an error.
  private static func list(_ values: [String]) -> String {
    values.isEmpty ? "one of the accepted values, because there are none" : values.joined(separator: " or ")
  }

  /// Requires an origin with this scheme. A message without a scheme has the scheme `https` (EIP-4361 §Message
  /// Fields). The letter case is ignored (RFC 3986 §3.1).
  public static func scheme(_ scheme: String) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(code: .wrongScheme, reason: "The scheme of the message is not \(scheme).")
    ) { message in
      let named = Array((message.scheme ?? "https").utf8)
      return named.count == scheme.utf8.count && zip(named, scheme.utf8).allSatisfy(isSameLetter)
    }
  }

  /// Requires this URI, compared byte for byte.
  public static func uri(_ uri: String) -> SIWEPolicy { self.uri(oneOf: [uri]) }

  /// Requires one of these URIs, compared byte for byte. An empty list accepts no message.
  public static func uri(oneOf uris: [String]) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(code: .wrongURI, reason: "The URI of the message is not \(list(uris)).")
    ) { message in uris.contains { message.matches($0, in: message.outline.uri) } }
  }

  /// Requires this EIP-155 chain.
  public static func chain(_ chainID: UInt64) -> SIWEPolicy { chain(oneOf: [chainID]) }

  /// Requires one of these EIP-155 chains. An empty list accepts no message.
  public static func chain(oneOf chainIDs: [UInt64]) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(
        code: .wrongChain,
        reason: "The chain id of the message is not \(list(chainIDs.map(String.init))).")
    ) { chainIDs.contains($0.chainID) }
  }

  /// Requires this nonce, compared byte for byte in constant time, so that an attacker cannot find it byte by
  /// byte.
  public static func nonce(_ nonce: String) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(code: .wrongNonce, reason: "The nonce of the message is not the issued nonce.")
    ) { $0.matches(nonce, in: $0.outline.nonce) }
  }

  /// Requires this request id, compared byte for byte.
  public static func requestID(_ requestID: String) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(code: .wrongRequestID, reason: "The request id of the message is not the issued request id.")
    ) { message in
      message.outline.requestID.map { message.matches(requestID, in: $0) } ?? false
    }
  }

  /// Requires this account.
  public static func address(_ address: EthereumAddress) -> SIWEPolicy {
    SIWEPolicy(SIWEError(code: .wrongAddress, reason: "The address of the message is not \(address).")) {
      $0.address == address
    }
  }

  /// Whether two bytes are equal, or the same ASCII letter in different case.
  private static func isSameLetter(_ a: UInt8, _ b: UInt8) -> Bool {
    guard a != b else { return true }
    return a ^ b == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20)
  }
}

extension SIWEMessage {
  /// Whether a field has this value. The duration depends only on the length of the field.
  fileprivate func matches(_ expected: String, in field: TextRange) -> Bool {
    withBytes(field) { bytes in expected.readUTF8 { sameBytes(bytes, $0) } }
  }
}

internal import Encodings

// These policies bind a message to one request. They refuse messages that were signed for another purpose.
extension SIWEPolicy {
  /// Requires this domain, including user information, host and port.
  ///
  /// The letter case of the host is ignored (RFC 3986 §3.2.2). All other characters must be equal, so a domain
  /// without a port differs from the same domain with the default port.
  public static func domain(_ domain: String) -> SIWEPolicy {
    let expected = Array(domain.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongDomain, reason: "The domain of the message is not \(domain).")
    ) { message in
      let host = message.outline.host.range
      let start = message.outline.domain.range.lowerBound
      return message.withBytes(message.outline.domain) { bytes in
        guard bytes.count == expected.count else { return false }
        for (index, byte) in bytes.enumerated() where byte != expected[index] {
          guard host.contains(start + index), isSameLetter(byte, expected[index]) else { return false }
        }
        return true
      }
    }
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
  public static func uri(_ uri: String) -> SIWEPolicy {
    let expected = Array(uri.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongURI, reason: "The URI of the message is not \(uri).")
    ) { $0.matches(expected, in: $0.outline.uri) }
  }

  /// Requires this EIP-155 chain.
  public static func chain(_ chainID: UInt64) -> SIWEPolicy {
    SIWEPolicy(SIWEError(code: .wrongChain, reason: "The chain id of the message is not \(chainID).")) {
      $0.chainID == chainID
    }
  }

  /// Requires this nonce, compared byte for byte in constant time, so that an attacker cannot find it byte by
  /// byte.
  public static func nonce(_ nonce: String) -> SIWEPolicy {
    let expected = Array(nonce.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongNonce, reason: "The nonce of the message is not the issued nonce.")
    ) { $0.matches(expected, in: $0.outline.nonce) }
  }

  /// Requires this request id, compared byte for byte.
  public static func requestID(_ requestID: String) -> SIWEPolicy {
    let expected = Array(requestID.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongRequestID, reason: "The request id of the message is not the issued request id.")
    ) { message in
      message.outline.requestID.map { message.matches(expected, in: $0) } ?? false
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
  fileprivate func matches(_ expected: [UInt8], in field: TextRange) -> Bool {
    withBytes(field) { bytes in expected.withUnsafeBufferPointer { sameBytes(bytes, $0) } }
  }
}

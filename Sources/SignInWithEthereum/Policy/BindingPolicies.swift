internal import Encodings

// What ties a message to one request: the threat is a message signed for someone or something else.
extension SIWEPolicy {
  /// The message is for this domain: user information, host and port as given.
  ///
  /// Letters of the host may differ in case (RFC 3986 §3.2.2); nothing else may, so a domain without a
  /// port is not the domain with the scheme's default port.
  public static func domain(_ domain: String) -> SIWEPolicy {
    let expected = Array(domain.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongDomain, reason: "The message is for another domain than \(domain).")
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

  /// The message comes from an origin of this scheme. One that names none is from `https`
  /// (EIP-4361 §Message Fields). Letters may differ in case (RFC 3986 §3.1).
  public static func scheme(_ scheme: String) -> SIWEPolicy {
    SIWEPolicy(
      SIWEError(code: .wrongScheme, reason: "The message is from an origin of another scheme than \(scheme).")
    ) { message in
      let named = Array((message.scheme ?? "https").utf8)
      return named.count == scheme.utf8.count && zip(named, scheme.utf8).allSatisfy(isSameLetter)
    }
  }

  /// The message is about this URI, letter for letter.
  public static func uri(_ uri: String) -> SIWEPolicy {
    let expected = Array(uri.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongURI, reason: "The message is about another URI than \(uri).")
    ) { $0.says(expected, in: $0.outline.uri) }
  }

  /// The message is for this EIP-155 chain.
  public static func chain(_ chainID: UInt64) -> SIWEPolicy {
    SIWEPolicy(SIWEError(code: .wrongChain, reason: "The message is for another chain than \(chainID).")) {
      $0.chainID == chainID
    }
  }

  /// The message carries this nonce, letter for letter. Compared in constant time, because a guess
  /// that got warmer would help.
  public static func nonce(_ nonce: String) -> SIWEPolicy {
    let expected = Array(nonce.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongNonce, reason: "The message carries another nonce than the one issued.")
    ) { $0.says(expected, in: $0.outline.nonce) }
  }

  /// The message carries this request id, letter for letter.
  public static func requestID(_ requestID: String) -> SIWEPolicy {
    let expected = Array(requestID.utf8)
    return SIWEPolicy(
      SIWEError(code: .wrongRequestID, reason: "The message carries another request id than the one issued.")
    ) { message in
      message.outline.requestID.map { message.says(expected, in: $0) } ?? false
    }
  }

  /// The message names this account.
  public static func address(_ address: EthereumAddress) -> SIWEPolicy {
    SIWEPolicy(SIWEError(code: .wrongAddress, reason: "The message names another account than \(address).")) {
      $0.address == address
    }
  }

  /// Whether two bytes are the same letter of ASCII in either case, or the same byte.
  private static func isSameLetter(_ a: UInt8, _ b: UInt8) -> Bool {
    guard a != b else { return true }
    return a ^ b == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(a | 0x20)
  }
}

extension SIWEMessage {
  /// Whether a field is these bytes. The time it takes tells of its length alone.
  fileprivate func says(_ expected: [UInt8], in field: TextRange) -> Bool {
    withBytes(field) { bytes in expected.withUnsafeBufferPointer { sameBytes(bytes, $0) } }
  }
}

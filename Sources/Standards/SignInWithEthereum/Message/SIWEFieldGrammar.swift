internal import Encodings

// The fields of EIP-4361 §ABNF. Each function starts after the label of its field.
extension ByteCursor {
  /// Whether the cursor is at the end of a line.
  var isAtLineEnd: Bool { isAtEnd || isAt("\n") }

  /// [ scheme "://" ]
  mutating func takeSchemeOfOrigin() -> TextRange? {
    // `localhost:3030` begins like a scheme. Only "://" identifies a scheme.
    guard let scheme = takeScheme(), take(literal: "://") else {
      rewind(to: 0)
      return nil
    }
    return scheme
  }

  /// domain = authority, with a host
  mutating func takeDomain() throws(SIWEError) -> (domain: TextRange, host: TextRange) {
    let start = position
    guard let host = takeAuthority(), !host.isEmpty, isAt(" ") else {
      throw SIWEError(code: .invalidDomain, reason: "The domain is not an RFC 3986 authority with a host.")
    }
    return (TextRange(start, position), host)
  }

  /// [ statement LF ]
  ///
  /// A statement contains no line feed. A line feed here is therefore that of an empty statement if another
  /// line feed follows, and otherwise the empty line before the URI.
  mutating func takeStatement() throws(SIWEError) -> TextRange? {
    let start = position
    if take("\n") {
      guard isAt("\n") else {
        rewind(to: start)
        return nil
      }
      return TextRange(start, start)
    }
    let statement = takeAll(.statement)
    guard take("\n") else {
      throw SIWEError(
        code: .invalidStatement,
        reason: "The statement contains a character that EIP-4361 does not allow, or no line follows it.")
    }
    return statement
  }

  /// chain-id = 1*DIGIT. Leading zeros are refused.
  mutating func takeChainID() throws(SIWEError) -> UInt64 {
    let isShortest = !isAt("0")
    let digits = takeAll(.digit)
    guard isShortest, isAtLineEnd, let chainID = value(of: digits), SIWEMessage.chainIDs.contains(chainID)
    else {
      throw SIWEError(
        code: .invalidChainID,
        reason: "The chain id is not a whole number from 1 to \(SIWEMessage.chainIDs.upperBound), "
          + "without leading zeros.")
    }
    return chainID
  }

  /// nonce = 8*( ALPHA / DIGIT )
  mutating func takeNonce() throws(SIWEError) -> TextRange {
    let nonce = takeAll([.alpha, .digit])
    guard nonce.count >= 8, isAtLineEnd else {
      throw SIWEError(code: .invalidNonce, reason: "The nonce must have at least eight letters and digits.")
    }
    return nonce
  }

  /// date-time of RFC 3339
  mutating func takeTime() throws(SIWEError) -> SIWEOutline.Time {
    let range = takeLine()
    guard let timestamp = Timestamp(rfc3339: bytes(range)) else {
      throw SIWEError(
        code: .invalidTime, reason: "A time is not an RFC 3339 date-time, as in 2021-09-30T16:25:24Z.")
    }
    return SIWEOutline.Time(timestamp: timestamp, range: range)
  }

  /// resources = *( LF "- " URI )
  mutating func takeResources() throws(SIWEError) -> TextRange {
    let start = position
    while take(literal: "\n- ") {
      guard takeURI() != nil, isAtLineEnd else {
        throw SIWEError(code: .invalidResource, reason: "A resource is not an RFC 3986 URI.")
      }
    }
    return TextRange(start, position)
  }

  private func value(of digits: TextRange) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for digit in bytes(digits) {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(UInt64(digit &- UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }
}

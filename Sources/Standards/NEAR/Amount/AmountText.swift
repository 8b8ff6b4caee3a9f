extension NEARAmount {
  /// The longest text that is parsed, including leading zeros.
  private static let maximumText = 128

  /// Parses an amount in NEAR, such as `1.5`.
  ///
  /// The text consists of digits and at most 24 decimals after a point. Signs, exponents, grouping separators
  /// and white space are refused, because an amount of money must not be guessed.
  ///
  /// - Throws: `malformed_amount`, or `amount_out_of_range` for more than 128 bits of yoctoNEAR.
  public init(parsing text: String) throws(NEARError) {
    let parts = text.utf8.prefix(Self.maximumText + 1).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumText, let whole = parts.first, parts.allSatisfy(Self.isDigits)
    else {
      throw NEARError(
        code: .malformedAmount,
        reason: "An amount of NEAR consists of digits, optionally with decimals, such as 1.5.")
    }
    let fraction = parts.count > 1 ? parts[1] : Substring().utf8[...]
    guard fraction.count <= Self.decimals else {
      throw NEARError(
        code: .malformedAmount,
        reason: "NEAR has at most \(Self.decimals) decimals, not \(fraction.count).")
    }
    var amount = try NEARAmount.zero.appending(digits: whole)
    amount = try amount.appending(digits: fraction)
    for _ in fraction.count..<Self.decimals {
      amount = try amount.appending(digits: "0".utf8[...])
    }
    self = amount
  }

  /// Parses an amount in yoctoNEAR: only digits, as in RPC answers and transactions.
  ///
  /// - Throws: `malformed_amount`, or `amount_out_of_range` for more than 128 bits.
  public init(parsingYocto text: String) throws(NEARError) {
    guard text.utf8.count <= Self.maximumText, Self.isDigits(text.utf8[...]) else {
      throw NEARError(code: .malformedAmount, reason: "An amount of yoctoNEAR consists of digits only.")
    }
    self = try NEARAmount.zero.appending(digits: text.utf8[...])
  }

  /// The amount in yoctoNEAR, such as `1500000000000000000000000`.
  public var yoctoText: String {
    String(decoding: digits(atLeast: 1), as: UTF8.self)
  }

  /// The exact amount in NEAR without trailing zeros: `1.5`, `0.000000000000000000000001`, `2`.
  public var description: String {
    var text = digits(atLeast: Self.decimals + 1)
    let point = text.count - Self.decimals
    while text.count > point, text.last == UInt8(ascii: "0") { text.removeLast() }
    if text.count > point { text.insert(UInt8(ascii: "."), at: point) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The amount in NEAR with all 24 decimals, for columns: `1.500000000000000000000000`.
  public var paddedText: String {
    var text = digits(atLeast: Self.decimals + 1)
    text.insert(UInt8(ascii: "."), at: text.count - Self.decimals)
    return String(decoding: text, as: UTF8.self)
  }

  private static func isDigits(_ text: Substring.UTF8View) -> Bool {
    !text.isEmpty && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Appends decimal digits to the number of yoctoNEAR.
  private func appending(digits: Substring.UTF8View) throws(NEARError) -> NEARAmount {
    var amount = self
    for digit in digits {
      guard let next = amount.appending(digit: digit - UInt8(ascii: "0")) else {
        throw NEARError(
          code: .amountOutOfRange, reason: "The amount is more than \(NEARAmount.max.description) NEAR.")
      }
      amount = next
    }
    return amount
  }

  /// The digits of the number of yoctoNEAR, padded with leading zeros to a length.
  private func digits(atLeast length: Int) -> [UInt8] {
    var reversed: [UInt8] = []
    var rest = self
    while rest != .zero || reversed.count < length {
      let (next, digit) = rest.droppingLastDigit
      reversed.append(UInt8(ascii: "0") + digit)
      rest = next
    }
    return reversed.reversed()
  }
}

extension NEARError.Code {
  /// The text is not an amount of NEAR.
  public static let malformedAmount = NEARError.Code(rawValue: "malformed_amount")
  /// The amount is larger than the chain can represent.
  public static let amountOutOfRange = NEARError.Code(rawValue: "amount_out_of_range")
}

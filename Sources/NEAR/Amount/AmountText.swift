extension NEARAmount {
  /// The longest text that is read; leading zeros count.
  private static let maximumText = 128

  /// Reads an amount in NEAR, such as `1.5`.
  ///
  /// Digits, and at most 24 more behind a point; nothing else. A sign, an exponent, a grouping mark or
  /// white space is refused, for in an amount of money none of them should be guessed at.
  ///
  /// - Throws: `malformed_amount`, or `amount_out_of_range` beyond 128 bits of yoctoNEAR.
  public init(parsing text: String) throws(NEARError) {
    let parts = text.utf8.prefix(Self.maximumText + 1).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumText, let whole = parts.first, parts.allSatisfy(Self.isDigits)
    else {
      throw NEARError(
        code: .malformedAmount, reason: "An amount of NEAR is digits with or without decimals, such as 1.5.")
    }
    let fraction = parts.count > 1 ? parts[1] : Substring().utf8[...]
    guard fraction.count <= Self.decimals else {
      throw NEARError(
        code: .malformedAmount,
        reason: "NEAR has \(Self.decimals) decimals, not \(fraction.count): one yoctoNEAR is not divided.")
    }
    var amount = try NEARAmount.zero.appending(digits: whole)
    amount = try amount.appending(digits: fraction)
    for _ in fraction.count..<Self.decimals {
      amount = try amount.appending(digits: "0".utf8[...])
    }
    self = amount
  }

  /// Reads an amount in yoctoNEAR: digits alone, as RPC answers and transactions have them.
  ///
  /// - Throws: `malformed_amount`, or `amount_out_of_range` beyond 128 bits.
  public init(parsingYocto text: String) throws(NEARError) {
    guard text.utf8.count <= Self.maximumText, Self.isDigits(text.utf8[...]) else {
      throw NEARError(code: .malformedAmount, reason: "An amount of yoctoNEAR is digits alone.")
    }
    self = try NEARAmount.zero.appending(digits: text.utf8[...])
  }

  /// The amount in yoctoNEAR, such as `1500000000000000000000000`.
  public var yoctoText: String {
    String(decoding: digits(atLeast: 1), as: UTF8.self)
  }

  /// The amount in NEAR, exact, without zeros at the end: `1.5`, `0.000000000000000000000001`, `2`.
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

  /// The amount with these digits behind it.
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

  /// The digits of the count of yoctoNEAR, with zeros in front up to a length.
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
  /// The amount is more than the chain can count.
  public static let amountOutOfRange = NEARError.Code(rawValue: "amount_out_of_range")
}

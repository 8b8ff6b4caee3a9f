/// Hexadecimal text (RFC 4648 §8). The encoder writes lower case.
public enum Hex {
  /// Encodes bytes as lower-case hexadecimal, two digits per byte.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - prefix: Whether the text starts with `0x`, as in Ethereum.
  /// - Returns: The text.
  public static func encode(_ bytes: [UInt8], prefix: Bool = false) -> String {
    let start = prefix ? 2 : 0
    return String(unsafeUninitializedCapacity: start + bytes.count * 2) { text in
      if prefix {
        text[0] = UInt8(ascii: "0")
        text[1] = UInt8(ascii: "x")
      }
      for (index, byte) in bytes.enumerated() {
        text[start &+ index &* 2] = digit(byte >> 4)
        text[start &+ index &* 2 &+ 1] = digit(byte & 15)
      }
      return start + bytes.count * 2
    }
  }

  /// Encodes bytes as lower-case hexadecimal; see ``encode(_:prefix:)-([UInt8],_)``.
  public static func encode(_ bytes: some Sequence<UInt8>, prefix: Bool = false) -> String {
    encode(Array(bytes), prefix: prefix)
  }

  /// Whether a byte is a digit as the encoder writes it: `0` to `9`, or `a` to `f`.
  package static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  /// Decodes hexadecimal text of either case, with or without a leading `0x`.
  ///
  /// - Throws: `invalid_length` for an odd number of digits, `invalid_character` for any other character that is
  ///   not a hexadecimal digit.
  public static func decode(_ text: String) throws(EncodingsError) -> [UInt8] {
    try text.readUTF8(decode(utf8:))
  }

  /// Decodes hexadecimal text from UTF-8 bytes, without a temporary `String`.
  ///
  /// - Throws: The errors of ``decode(_:)``.
  public static func decode(utf8 text: UnsafeBufferPointer<UInt8>) throws(EncodingsError) -> [UInt8] {
    let isPrefixed = text.count >= 2 && text[0] == UInt8(ascii: "0") && text[1] == UInt8(ascii: "x")
    let digits = UnsafeBufferPointer(rebasing: isPrefixed ? text[2...] : text[...])
    guard digits.count.isMultiple(of: 2) else {
      throw EncodingsError(code: .invalidLength, reason: "Hexadecimal text has an odd number of digits.")
    }
    let count = digits.count / 2
    // The loop has no branch on a digit, because the branch would be mispredicted for random digits.
    var faults: UInt8 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      for index in 0..<count {
        let high = valueAndFault(of: digits[index &* 2])
        let low = valueAndFault(of: digits[index &* 2 &+ 1])
        faults |= high.fault | low.fault
        bytes[index] = high.value << 4 | low.value
      }
      initialized = count
    }
    guard faults == 0 else {
      throw EncodingsError(code: .invalidCharacter, reason: "Text is not hexadecimal.")
    }
    return bytes
  }

  /// The value of one hexadecimal digit of either case; nil for another character.
  @inlinable
  public static func value(of character: UInt8) -> UInt8? {
    let (value, fault) = valueAndFault(of: character)
    return fault == 0 ? value : nil
  }

  /// The value of one hexadecimal digit of either case and 0; an undefined value and 1 for another character.
  ///
  /// For loops that check the faults of all digits once, at the end.
  @inlinable
  public static func valueAndFault(of character: UInt8) -> (value: UInt8, fault: UInt8) {
    let digit = character &- UInt8(ascii: "0")
    let letter = (character | 0x20) &- UInt8(ascii: "a")
    return (digit < 10 ? digit : letter &+ 10, (digit < 10 ? 0 : 1) & (letter < 6 ? 0 : 1))
  }

  /// The eight lower-case digits of a number in ASCII. The highest byte is the first digit.
  package static func digits(of number: UInt32) -> UInt64 {
    // Each step moves the halves of each group apart, until each byte has four bits of the number.
    var digits = UInt64(number)
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff
    digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f
    let letters = ((digits &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
  }

  /// The lower-case digit of a value below sixteen.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? value &+ UInt8(ascii: "0") : value &- 10 &+ UInt8(ascii: "a")
  }
}

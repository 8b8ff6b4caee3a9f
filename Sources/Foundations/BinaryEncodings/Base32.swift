public import Encodings

/// Base32 with the standard alphabet (RFC 4648 §6), with or without padding.
///
/// Decoding is strict: lower case, white space, wrong padding and nonzero pad bits are rejected, so a value has exactly
/// one text.
public enum Base32 {
  private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Encodes bytes as base32.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - padded: Whether the text ends with `=` to a multiple of eight characters.
  /// - Returns: The text.
  public static func encode(_ bytes: [UInt8], padded: Bool = true) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 4) / 5 * 8)
    var pending: UInt32 = 0
    var count = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(pending >> count & 31)])
      }
    }
    if count > 0 { text.append(alphabet[Int(pending << (5 - count) & 31)]) }
    while padded, !text.count.isMultiple(of: 8) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes base32.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - padded: Whether padding is required. If it is not required, it is forbidden.
  /// - Returns: The bytes.
  /// - Throws: `invalid_padding`, `invalid_length`, `invalid_character` or `not_canonical`.
  public static func decode(_ text: String, padded: Bool = true) throws(EncodingsError) -> [UInt8] {
    try text.readUTF8 { utf8 throws(EncodingsError) in try decode(utf8: utf8, padded: padded) }
  }

  /// Decodes base32 from UTF-8 bytes, without a temporary `String`.
  ///
  /// - Throws: The errors of ``decode(_:padded:)``.
  public static func decode(
    utf8 text: UnsafeBufferPointer<UInt8>, padded: Bool = true
  ) throws(EncodingsError) -> [UInt8] {
    let digits = padded ? try withoutPadding(text) : text[...]
    // One, three and six characters are left over by no number of bytes.
    guard ![1, 3, 6].contains(digits.count % 8) else {
      throw EncodingsError(code: .invalidLength, reason: "Base32 text has a length that no bytes encode to.")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 5 / 8)
    var pending: UInt32 = 0
    var count = 0
    for character in digits {
      guard let value = value(of: character) else {
        throw EncodingsError(code: .invalidCharacter, reason: "Text holds a character that is not base32.")
      }
      pending = pending << 5 | value
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> count))
      }
    }
    // RFC 4648 §3.5: pad bits must be zero. Otherwise several texts would decode to the same bytes.
    guard pending & (1 << count - 1) == 0 else {
      throw EncodingsError(code: .notCanonical, reason: "Base32 text has bits set after its last byte.")
    }
    return bytes
  }

  private static func withoutPadding(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(EncodingsError) -> Slice<UnsafeBufferPointer<UInt8>> {
    var digits = text[...]
    while digits.last == UInt8(ascii: "="), text.count - digits.count < 6 { digits.removeLast() }
    // RFC 4648 §6: the padding has 0, 1, 3, 4 or 6 characters.
    guard text.count.isMultiple(of: 8), ![2, 5].contains(text.count - digits.count) else {
      throw EncodingsError(code: .invalidPadding, reason: "Base32 text is not padded to groups of eight.")
    }
    return digits
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2") + 26)
    default: nil
    }
  }
}

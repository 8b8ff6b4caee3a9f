public import Encodings

/// Base58 with Bitcoin's alphabet, the text form of NEAR keys and many addresses.
///
/// The conversion is quadratic in the length, so ``decode(_:limit:)`` limits its input. Keys, hashes and signatures
/// are shorter than 100 characters.
public enum Base58 {
  /// The default limit of characters for ``decode(_:limit:)``, and of bytes for ``encode(_:limit:)``.
  public static let defaultLimit = 1024

  private static let characters = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Encodes bytes as base58.
  ///
  /// The cost grows with the square of the length. If a client controls the length, use ``encode(_:limit:)``.
  public static func encode(_ bytes: [UInt8]) -> String {
    let zeros = bytes.prefix { $0 == 0 }.count
    // Little-endian limbs in base 58^5. Four bytes are added at a time: a limb shifted by 32 bits plus a carry fits
    // 64 bits.
    var limbs: [UInt64] = []
    limbs.reserveCapacity(bytes.count * 7 / 25 + 1)
    var rest = bytes[zeros...]
    while !rest.isEmpty {
      let group = rest.prefix(rest.count % 4 == 0 ? 4 : rest.count % 4)
      rest = rest.dropFirst(group.count)
      let shift = UInt64(group.count * 8)
      var carry = group.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      for index in limbs.indices {
        carry += limbs[index] << shift
        limbs[index] = carry % limb
        carry /= limb
      }
      while carry > 0 {
        limbs.append(carry % limb)
        carry /= limb
      }
    }
    var digits: [UInt8] = []
    digits.reserveCapacity(limbs.count * 5 + zeros)
    for (index, value) in limbs.enumerated() {
      var value = value
      for _ in 0..<5 where value > 0 || index < limbs.count - 1 {
        digits.append(characters[Int(value % 58)])
        value /= 58
      }
    }
    digits.append(contentsOf: repeatElement(characters[0], count: zeros))
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  /// Encodes bytes as base58, up to a limit.
  ///
  /// - Throws: `too_long` for more than `limit` bytes.
  public static func encode(_ bytes: [UInt8], limit: Int) throws(EncodingsError) -> String {
    guard bytes.count <= limit else {
      throw EncodingsError(code: .tooLong, reason: "More than \(limit) bytes to write as base58.")
    }
    return encode(bytes)
  }

  /// Decodes base58.
  ///
  /// - Parameters:
  ///   - text: The text to read.
  ///   - limit: The most characters that are accepted.
  /// - Returns: The bytes.
  /// - Throws: `too_long` for more than `limit` characters, `invalid_character` for a character that is not in the
  ///   alphabet, such as `0`, `O`, `I`, `l` and white space.
  public static func decode(
    _ text: String, limit: Int = defaultLimit
  ) throws(EncodingsError) -> [UInt8] {
    guard text.utf8.count <= limit else {
      throw EncodingsError(code: .tooLong, reason: "Base58 text is longer than \(limit) characters.")
    }
    return try text.readUTF8(decode)
  }

  private static func decode(_ characters: UnsafeBufferPointer<UInt8>) throws(EncodingsError) -> [UInt8] {
    let zeros = characters.prefix { $0 == Self.characters[0] }.count
    // Little-endian limbs of 64 bits. Ten characters are added at a time: 58^10 fits a limb.
    var limbs: [UInt64] = []
    limbs.reserveCapacity(characters.count * 3 / 32 + 1)
    var group: UInt64 = 0
    var scale: UInt64 = 1
    for character in characters.dropFirst(zeros) {
      let value = values[Int(character)]
      guard value != 0xff else {
        throw EncodingsError(code: .invalidCharacter, reason: "Text holds a character that is not base58.")
      }
      group = group * 58 + UInt64(value)
      scale *= 58
      if scale == groupScale {
        carry(group, scale, into: &limbs)
        (group, scale) = (0, 1)
      }
    }
    carry(group, scale, into: &limbs)
    var bytes = [UInt8](repeating: 0, count: zeros)
    bytes.reserveCapacity(zeros + limbs.count * 8)
    for limb in limbs.reversed() {
      // Only the highest limb has leading zeros that are not part of the number.
      let skipped = bytes.count == zeros ? limb.leadingZeroBitCount / 8 : 0
      for index in skipped..<8 { bytes.append(UInt8(truncatingIfNeeded: limb >> UInt64(56 - index * 8))) }
    }
    return bytes
  }

  /// Multiplies a number by `scale` and adds `group`.
  private static func carry(_ group: UInt64, _ scale: UInt64, into limbs: inout [UInt64]) {
    var carry = group
    for index in limbs.indices {
      // The product is at most (2^64 - 1) * 58^10, so adding 1 to its high half cannot overflow.
      var (high, low) = limbs[index].multipliedFullWidth(by: scale)
      let overflow: Bool
      (low, overflow) = low.addingReportingOverflow(carry)
      if overflow { high += 1 }
      limbs[index] = low
      carry = high
    }
    if carry > 0 { limbs.append(carry) }
  }

  /// 58^10. Ten characters are the most whose value always fits 64 bits.
  private static let groupScale: UInt64 = 430_804_206_899_405_824
  private static let limb: UInt64 = 58 * 58 * 58 * 58 * 58
}

/// Base58 with a checksum of four bytes, the format of Bitcoin addresses and keys.
///
/// The checksum is the start of SHA-256(SHA-256(payload)). It detects typing errors and does not prevent forgery.
public enum Base58Check {
  private static let checksumLength = 4

  /// Encodes a payload and its checksum. The payload includes the version byte, if the format has one.
  public static func encode(_ payload: [UInt8]) -> String {
    Base58.encode(payload + checksum(payload))
  }

  /// Decodes a payload and verifies its checksum.
  ///
  /// - Parameters:
  ///   - text: The text to read.
  ///   - limit: The most characters that are accepted.
  /// - Returns: The payload without its checksum.
  /// - Throws: The errors of ``Base58/decode(_:limit:)``, `invalid_length` if the data is shorter than a checksum,
  ///   and `invalid_checksum` if the checksum does not match.
  public static func decode(
    _ text: String, limit: Int = Base58.defaultLimit
  ) throws(EncodingsError) -> [UInt8] {
    let bytes = try Base58.decode(text, limit: limit)
    guard bytes.count >= checksumLength else {
      throw EncodingsError(code: .invalidLength, reason: "Base58Check text is too short for a checksum.")
    }
    let payload = Array(bytes.dropLast(checksumLength))
    guard checksum(payload) == Array(bytes.suffix(checksumLength)) else {
      throw EncodingsError(code: .invalidChecksum, reason: "The Base58Check checksum does not match.")
    }
    return payload
  }

  private static func checksum(_ payload: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(SHA256.hash(payload)).prefix(checksumLength))
  }
}

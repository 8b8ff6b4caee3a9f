internal import BinaryEncodings
internal import Encodings

// EIP-55: a letter is upper case if the same nibble of the Keccak-256 hash of the lower-case digits is 8 or
// more. The prefix `0x` is not hashed.
extension EthereumAddress {
  private static let digits = 40

  /// The address with its EIP-55 checksum, as in `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`.
  public var checksummed: String {
    var text = Array(Hex.encode(bytes).utf8)
    let digest = text.withUnsafeBytes { Keccak256.digest(of: $0) }
    digest.withUnsafeBytes { hash in
      for (index, character) in text.enumerated() where character >= UInt8(ascii: "a") {
        if Self.nibble(index, of: hash) >= 8 { text[index] = character & ~0x20 }
      }
    }
    return "0x" + String(decoding: text, as: UTF8.self)
  }

  /// Parses `0x` and 40 hexadecimal digits.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - casing: The accepted letter case.
  /// - Throws: `invalid_address`.
  public init(parsing text: String, casing: AddressCasing = .checksummedOrUniform) throws(SIWEError) {
    self = try text.readUTF8 { utf8 throws(SIWEError) in try EthereumAddress(utf8: utf8, casing: casing) }
  }

  /// Parses `0x` and 40 hexadecimal digits from UTF-8 bytes.
  ///
  /// - Throws: `invalid_address`.
  public init(utf8 text: UnsafeBufferPointer<UInt8>, casing: AddressCasing) throws(SIWEError) {
    guard text.count == Self.digits + 2, text[0] == UInt8(ascii: "0"), text[1] == UInt8(ascii: "x") else {
      throw SIWEError(
        code: .invalidAddress, reason: "An Ethereum address must be 0x and 40 hexadecimal digits.")
    }
    self = try withUnsafeTemporaryAllocation(byteCount: Self.digits + Self.length, alignment: 8) { scratch in
      Result { () throws(SIWEError) in
        try EthereumAddress(digits: UnsafeBufferPointer(rebasing: text[2...]), casing: casing, scratch)
      }
    }.get()
  }

  /// Parses 40 digits. The scratch buffer has 60 bytes: the digits in lower case, then the address.
  private init(
    digits: UnsafeBufferPointer<UInt8>, casing: AddressCasing, _ scratch: UnsafeMutableRawBufferPointer
  ) throws(SIWEError) {
    // The digits are unpredictable, so the loops contain no branch that depends on a digit.
    var faults: UInt8 = 0
    var upper: UInt8 = 0
    var lower: UInt8 = 0
    for place in 0..<Self.length {
      var byte: UInt8 = 0
      for index in (place &* 2)...(place &* 2 &+ 1) {
        let character = digits[index]
        let (value, fault) = Hex.valueAndFault(of: character)
        faults |= fault
        upper |= Self.isUpper(character)
        lower |= Self.isLetter(character) & ~Self.isUpper(character)
        scratch[index] = character | 0x20  // Leaves decimal digits, which have that bit, as they are.
        byte = byte << 4 | value
      }
      scratch[Self.digits + place] = byte
    }
    guard faults == 0 else {
      throw SIWEError(
        code: .invalidAddress, reason: "An Ethereum address must be 0x and 40 hexadecimal digits.")
    }
    if casing == .checksummed || (upper & lower) != 0 {
      let hash = Keccak256.digest(of: UnsafeRawBufferPointer(rebasing: scratch[..<Self.digits]))
      let differences = hash.withUnsafeBytes { hash in
        var differences: UInt8 = 0
        for index in 0..<Self.digits {
          let shouldBeUpper = Self.isLetter(digits[index]) & (Self.nibble(index, of: hash) >> 3)
          differences |= shouldBeUpper ^ Self.isUpper(digits[index])
        }
        return differences
      }
      guard differences == 0 else {
        throw SIWEError(
          code: .invalidAddress, reason: "The letter case of the address does not match its EIP-55 checksum.")
      }
    }
    guard let address = EthereumAddress(buffer: UnsafeRawBufferPointer(rebasing: scratch[Self.digits...]))
    else {
      throw SIWEError(code: .invalidAddress, reason: "An Ethereum address is 20 bytes.")
    }
    self = address
  }

  /// 1 for a hexadecimal letter, 0 for a digit: letters have a bit that digits lack.
  @inline(__always)
  private static func isLetter(_ character: UInt8) -> UInt8 { character >> 6 & 1 }

  /// 1 for an upper-case hexadecimal letter, otherwise 0.
  @inline(__always)
  private static func isUpper(_ character: UInt8) -> UInt8 { isLetter(character) & ~(character >> 5) }

  @inline(__always)
  private static func nibble(_ index: Int, of hash: UnsafeRawBufferPointer) -> UInt8 {
    index.isMultiple(of: 2) ? hash[index / 2] >> 4 : hash[index / 2] & 15
  }
}

/// The accepted letter case of an address in hexadecimal.
public enum AddressCasing: Sendable, Hashable {
  /// Only the EIP-55 checksum, which a sign-in message must use (EIP-4361 §ABNF, "address").
  case checksummed
  /// The EIP-55 checksum, or only lower-case or only upper-case letters, as wallets answer to
  /// `eth_requestAccounts`. Mixed case that is not the checksum is refused, because it indicates a typing
  /// error.
  case checksummedOrUniform
}

/// r or s of a signature: an integer with 256 bits.
struct SignatureScalar: Sendable, Hashable, Comparable {
  private let words: SIMD4<UInt64>  // The most significant word first.

  /// The order n of the group (SEC 2 §2.4.1).
  static let order = SignatureScalar(
    words: [0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_fffe, 0xbaae_dce6_af48_a03b, 0xbfd2_5e8c_d036_4141])
  /// n / 2, rounded down: the largest s that EIP-2 allows.
  static let halfOrder = SignatureScalar(
    words: [0x7fff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0x5d57_6e73_57a4_501d, 0xdfe9_2f46_681b_20a0])

  private init(words: SIMD4<UInt64>) { self.words = words }

  /// Creates a scalar from 32 big-endian bytes. The buffer must have at least this length.
  init(bigEndian bytes: UnsafeRawBufferPointer) {
    var words = SIMD4<UInt64>()
    for index in 0..<4 {
      words[index] = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    self.words = words
  }

  /// Whether the value is from 1 to n − 1.
  var isInRange: Bool { words != .zero && self < .order }

  /// The scalar without its highest bit, and that bit. EIP-2098 stores the parity of y there.
  var splittingHighestBit: (scalar: SignatureScalar, bit: UInt8) {
    var words = words
    words[0] &= ~(1 << 63)
    return (SignatureScalar(words: words), UInt8(self.words[0] >> 63))
  }

  /// The words in the memory order of 32 big-endian bytes.
  var bigEndian: SIMD4<UInt64> {
    SIMD4(words[0].bigEndian, words[1].bigEndian, words[2].bigEndian, words[3].bigEndian)
  }

  static func < (lhs: Self, rhs: Self) -> Bool {
    for index in 0..<4 where lhs.words[index] != rhs.words[index] {
      return lhs.words[index] < rhs.words[index]
    }
    return false
  }
}

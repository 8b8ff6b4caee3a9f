/// Finds the first byte of a file that is not UTF-8 (The Unicode Standard, table 3-7), block by block.
struct UTF8Check {
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// The number of bytes that the character still needs, and the values that its next byte may have.
  private var missing = 0
  private var range: ClosedRange<UInt8> = Self.continuation

  private static let continuation: ClosedRange<UInt8> = 0x80...0xbf

  /// Checks the next bytes.
  ///
  /// - Returns: whether all of them are UTF-8. If not, ``line`` is the line of the first that is not.
  mutating func accepts(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { accepts($0) } }

  /// Whether the file may end here.
  var isComplete: Bool { missing == 0 }

  private mutating func accepts(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard range.contains(byte) else { return false }
      (missing, range) = (missing - 1, Self.continuation)
      return true
    }
    switch byte {
    case UInt8(ascii: "\n"): line += 1
    case 0x00...0x7f: break
    case 0xc2...0xdf: missing = 1
    // The second byte excludes longer forms than needed, surrogates, and numbers above U+10FFFF.
    case 0xe0: (missing, range) = (2, 0xa0...0xbf)
    case 0xed: (missing, range) = (2, 0x80...0x9f)
    case 0xe1...0xef: missing = 2
    case 0xf0: (missing, range) = (3, 0x90...0xbf)
    case 0xf4: (missing, range) = (3, 0x80...0x8f)
    case 0xf1...0xf3: missing = 3
    default: return false
    }
    return true
  }
}

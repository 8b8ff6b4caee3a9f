/// The form of the JPEG files that ``PhotoProcessor`` writes: one baseline image without metadata (ITU-T T.81 Annex B).
enum PlainJPEG {
  private static let startOfImage: UInt8 = 0xd8
  private static let endOfImage: UInt8 = 0xd9
  private static let startOfScan: UInt8 = 0xda
  private static let startOfFrame: UInt8 = 0xc0
  /// JFIF, quantization tables and Huffman tables. None of them can carry text, except a thumbnail in JFIF.
  private static let tables: Set<UInt8> = [0xe0, 0xdb, 0xc4]
  /// The length of a JFIF segment without a thumbnail (JFIF 1.02).
  private static let jfifLength = 16

  /// Whether the bytes are such a file with `side` × `side` pixels, and nothing after it.
  static func isSquare(_ file: [UInt8], side: Int) -> Bool {
    var rest = file[...]
    guard marker(&rest) == startOfImage else { return false }
    var isFramed = false
    while let kind = marker(&rest) {
      guard let segment = segment(&rest) else { return false }
      switch kind {
      case startOfFrame where !isFramed && isFrame(Array(segment), side: side): isFramed = true
      case startOfScan: return isFramed && endsAfterScan(rest)
      case _ where tables.contains(kind): if kind == 0xe0, segment.count != jfifLength - 2 { return false }
      default: return false
      }
    }
    return false
  }

  private static func marker(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard rest.popFirst() == 0xff else { return nil }
    return rest.popFirst()
  }

  /// The content of a segment, after its length.
  private static func segment(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
    let length = Int(high) << 8 + Int(low) - 2
    guard length >= 0, length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  /// Whether a frame header (§B.2.2) has 8 bits, the size, and three components.
  private static func isFrame(_ header: [UInt8], side: Int) -> Bool {
    let (high, low) = (UInt8(truncatingIfNeeded: side >> 8), UInt8(truncatingIfNeeded: side))
    return header.count == 15 && header.starts(with: [8, high, low, high, low, 3])
  }

  /// Whether the coded data has no marker other than the last two bytes, which end the image. A 0 follows each other 0xff.
  private static func endsAfterScan(_ scan: ArraySlice<UInt8>) -> Bool {
    guard scan.suffix(2) == [0xff, endOfImage] else { return false }
    let data = scan.dropLast(2)
    return zip(data, data.dropFirst()).allSatisfy { $0 != 0xff || $1 == 0 } && data.last != 0xff
  }
}

import DoorwardSodium

/// Text for zxcvbn, which reads bytes: one byte for each Unicode code point, so that a letter outside of ASCII counts once.
/// Different letters may have the same byte.
enum StrengthText {
  /// Upper and lower case outside of ASCII are the same. ASCII is unchanged, except that zxcvbn stops at a zero byte.
  static func bytes(of text: String) -> [UInt8] { text.unicodeScalars.map(byte) }

  /// The first code points of a UTF-8 text, with a zero byte at the end.
  ///
  /// `limit` is the most code points.
  ///
  /// - Returns: the bytes, in memory that is overwritten after use.
  static func terminated(_ text: WipedBytes, limit: Int) -> WipedBytes {
    text.withUnsafeBytes { bytes in
      var count = 0
      forEachScalar(in: bytes, limit: limit) { _ in count += 1 }
      return WipedBytes(count: count + 1) { result in
        var next = 0
        forEachScalar(in: bytes, limit: limit) { scalar in
          result[next] = byte(scalar)
          next += 1
        }
      }
    }
  }

  private static func forEachScalar(
    in bytes: UnsafeRawBufferPointer, limit: Int, _ body: (Unicode.Scalar) -> Void
  ) {
    var (decoder, iterator) = (UTF8(), bytes.makeIterator())
    for _ in 0..<limit {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): body(scalar)
      case .error: body("\u{FFFD}")
      case .emptyInput: return
      }
    }
  }

  private static func byte(_ scalar: Unicode.Scalar) -> UInt8 {
    guard !scalar.isASCII else { return max(1, UInt8(truncatingIfNeeded: scalar.value)) }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    return 0x80 | UInt8(truncatingIfNeeded: lower.value)
  }
}

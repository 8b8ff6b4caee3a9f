/// The text of UTF-8 bytes; nil if they are not UTF-8. `String(validating:as:)` requires iOS 18 and macOS 15.
package func text(ofUTF8 bytes: [UInt8]) -> String? { text(ofUTF8: bytes[...]) }

/// The text of UTF-8 bytes; nil if they are not UTF-8.
package func text(ofUTF8 bytes: ArraySlice<UInt8>) -> String? {
  bytes.withUnsafeBufferPointer { bytes in
    var text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the comparison fails for them.
    return text.withUTF8 { sameBytes($0, bytes) } ? text : nil
  }
}

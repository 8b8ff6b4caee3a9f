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

extension String {
  /// Calls a reader with typed errors on the UTF-8 bytes of the text.
  ///
  /// The standard library's `withUTF8` loses the type of the error, and requires a variable.
  @inlinable
  package func readUTF8<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var text = self
    let result = text.withUTF8 { utf8 in
      Result { () throws(Failure) in try body(utf8) }
    }
    return try result.get()
  }
}

/// The byte order mark that editors put before a text in UTF-8. It is not a part of the text.
package enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes of a text without a byte order mark at their beginning.
  package static func skipped(in text: [UInt8]) -> [UInt8] {
    text.starts(with: bytes) ? Array(text.dropFirst(bytes.count)) : text
  }

  /// The bytes of a text without a byte order mark at their beginning.
  package static func skipped(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: bytes) ? text.dropFirst(bytes.count) : text
  }
}

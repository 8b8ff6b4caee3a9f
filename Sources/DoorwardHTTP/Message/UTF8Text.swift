/// The text of UTF-8 bytes; nil if they are not UTF-8. `String(validating:as:)` requires iOS 18 and macOS 15.
package func text(ofUTF8 bytes: some Collection<UInt8>) -> String? {
  let text = String(decoding: bytes, as: UTF8.self)
  // Decoding replaces invalid bytes, so the comparison fails for them.
  return text.utf8.elementsEqual(bytes) ? text : nil
}

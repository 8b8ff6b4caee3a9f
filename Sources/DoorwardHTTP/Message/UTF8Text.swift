/// The text of UTF-8 bytes; nil where they are none. `String(validating:as:)` is of iOS 18 and macOS 15.
package func text(ofUTF8 bytes: some Collection<UInt8>) -> String? {
  let text = String(decoding: bytes, as: UTF8.self)
  // What is no UTF-8 has been replaced by other bytes.
  return text.utf8.elementsEqual(bytes) ? text : nil
}

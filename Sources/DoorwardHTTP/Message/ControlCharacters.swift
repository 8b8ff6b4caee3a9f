/// Whether a part of a message has a control character other than the tab, which no field value may have
/// (RFC 9110 §5.5).
///
/// The loop does not stop at the first one, so that the compiler can look at many bytes at once.
package func hasControlCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var found: UInt8 = 0
  for index in 0..<bytes.count {
    let byte = bytes[index]
    let isTab: UInt8 = byte == 0x09 ? 1 : 0
    found |= (byte < 0x20 ? 1 : 0) & ~isTab
    found |= byte == 0x7f ? 1 : 0
  }
  return found != 0
}

import Encodings

/// Whether a part of a message has a control character other than the tab, which no field value may have
/// (RFC 9110 §5.5).
package func hasControlCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var found: UInt8 = 0
  for byte in bytes {
    found |= ByteClass.control(byte) & ~ByteClass.only(0x09, byte) | ByteClass.only(0x7f, byte)
  }
  return ByteClass.isMember(found)
}

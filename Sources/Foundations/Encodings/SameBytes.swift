/// Whether two texts have the same bytes.
///
/// `String` compares by canonical equivalence, so composed and decomposed "é" are equal. Use this function for
/// signed texts, identifiers and lookup keys.
package func sameBytes(_ a: String, _ b: String) -> Bool {
  guard a.utf8.count == b.utf8.count else { return false }
  var a = a
  var b = b
  return a.withUTF8 { left in
    b.withUTF8 { right in sameBytes(left, right) }
  }
}

/// Whether two buffers hold the same bytes, in time that depends only on their lengths.
///
/// The loop does not stop at the first difference, so that the compiler can compare many bytes at once.
package func sameBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in 0..<a.count { difference |= a[index] ^ b[index] }
  return difference == 0
}

/// Whether two texts have the same bytes, or both are nil.
package func sameBytes(_ a: String?, _ b: String?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return sameBytes(a, b)
}

/// Whether two byte strings are equal, in time that depends only on their lengths.
///
/// Use this for MACs, tokens and other values that an attacker could guess byte by byte from timing. Lengths are
/// not secret: the function returns immediately if they differ.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.withUnsafeBufferPointer { a in
    b.withUnsafeBufferPointer { b in sameBytes(a, b) }
  }
}

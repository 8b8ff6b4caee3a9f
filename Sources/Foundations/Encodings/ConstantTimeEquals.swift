/// Whether two byte strings are equal, in time that depends only on their lengths.
///
/// Use this for MACs, tokens and other values that an attacker could guess byte by byte from timing. Lengths are
/// not secret: the function returns immediately if they differ.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.withUnsafeBufferPointer { a in
    b.withUnsafeBufferPointer { b in sameBytes(a, b) }
  }
}

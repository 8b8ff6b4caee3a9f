/// Whether two byte strings are equal, in time that depends on their lengths alone.
///
/// For MACs, tokens and anything else an attacker could guess byte by byte by the clock.
/// Lengths are not secret: unequal lengths answer at once.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.withUnsafeBufferPointer { a in
    b.withUnsafeBufferPointer { b in sameBytes(a, b) }
  }
}

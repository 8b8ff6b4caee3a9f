/// Classes of bytes, as numbers whose highest bit says whether a byte is in the class.
///
/// They have no branch, so the compiler can classify many bytes at once in a loop that does not stop at the first one.
@usableFromInline
package enum ByteClass {
  /// The bytes below 0x20.
  @inlinable
  package static func control(_ byte: UInt8) -> UInt8 { (byte &- 0x20) & ~byte }

  /// One byte.
  @inlinable
  package static func only(_ member: UInt8, _ byte: UInt8) -> UInt8 {
    let difference = byte ^ member
    return (difference &- 1) & ~difference
  }

  /// Whether a union of classes has a member.
  @inlinable
  package static func isMember(_ flags: UInt8) -> Bool { flags >= 0x80 }
}

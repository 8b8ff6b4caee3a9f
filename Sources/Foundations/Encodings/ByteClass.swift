/// Classes of bytes, as numbers whose highest bit says whether a byte is in the class.
///
/// They have no branch, so the compiler can classify many bytes at once in a loop that does not stop at the first one.
///
/// A word of several bytes is classified in the same way: a union of classes has a member exactly if one of the bytes is
/// in it. Of the flags only the lowest one is certain, because a subtraction borrows from the bytes above.
@usableFromInline
package enum ByteClass {
  /// The bytes below 0x20.
  @inlinable
  package static func control<Bytes: FixedWidthInteger>(_ bytes: Bytes) -> Bytes {
    (bytes &- each(0x20)) & ~bytes
  }

  /// One byte.
  @inlinable
  package static func only<Bytes: FixedWidthInteger>(_ member: UInt8, _ bytes: Bytes) -> Bytes {
    let difference = bytes ^ each(member)
    return (difference &- each(1)) & ~difference
  }

  /// Whether a union of classes has a member.
  @inlinable
  package static func isMember<Bytes: FixedWidthInteger>(_ flags: Bytes) -> Bool { flags & each(0x80) != 0 }

  /// The place of the lowest byte with a member of a union of classes; nil if no byte has one.
  @inlinable
  package static func firstMember<Bytes: FixedWidthInteger>(_ flags: Bytes) -> Int? {
    let members = flags & each(0x80)
    return members == 0 ? nil : members.trailingZeroBitCount / 8
  }

  /// A number whose bytes are all the same.
  @inlinable
  static func each<Bytes: FixedWidthInteger>(_ byte: UInt8) -> Bytes {
    Bytes(truncatingIfNeeded: 0x0101_0101_0101_0101 as UInt64) &* Bytes(truncatingIfNeeded: byte)
  }
}

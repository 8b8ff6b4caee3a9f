extension Keccak256 {
  /// A 32-byte digest stored inline, for code that must not allocate.
  public struct Digest: Sendable, Hashable {
    @usableFromInline let lanes: (UInt64, UInt64, UInt64, UInt64)

    init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) {
      lanes = (a.littleEndian, b.littleEndian, c.littleEndian, d.littleEndian)
    }

    /// The digest as an array.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// Calls a function with the 32 bytes of the digest.
    @inlinable
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try Swift.withUnsafeBytes(of: lanes, body)
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.lanes == rhs.lanes }

    public func hash(into hasher: inout Hasher) {
      withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}

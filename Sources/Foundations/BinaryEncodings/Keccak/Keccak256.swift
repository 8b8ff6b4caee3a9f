/// Keccak-256 of Ethereum: the sponge of SHA-3 with the padding of the original submission.
///
/// It is not SHA3-256. The two differ in one padding byte, and so in every digest.
public struct Keccak256: Sendable {
  /// The number of bytes in a digest.
  public static let digestLength = 32

  private var state = KeccakState()
  private var pending: [UInt8] = []

  /// Creates a hash without input.
  public init() {
    pending.reserveCapacity(KeccakState.rate)
  }

  /// The 32-byte digest of some bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { digest(of: $0) }.bytes
  }

  /// The digest of the bytes of a buffer. Allocates nothing.
  public static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
    var state = KeccakState()
    return squeeze(&state, absorbing: bytes)
  }

  /// The digest of two buffers, concatenated. Allocates nothing if both fit one block of 136 bytes or `prefix` is
  /// empty.
  public static func digest(of prefix: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Digest {
    withUnsafeTemporaryAllocation(byteCount: KeccakState.rate, alignment: 8) { block in
      var state = KeccakState()
      var head = prefix
      while head.count >= KeccakState.rate {
        state.absorb(UnsafeRawBufferPointer(rebasing: head[..<KeccakState.rate]))
        head = UnsafeRawBufferPointer(rebasing: head[KeccakState.rate...])
      }
      guard !head.isEmpty else { return squeeze(&state, absorbing: bytes) }
      let taken = min(KeccakState.rate - head.count, bytes.count)
      let filled = head.count + taken
      block.copyMemory(from: head)
      UnsafeMutableRawBufferPointer(rebasing: block[head.count...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
      guard filled == KeccakState.rate else {
        return squeeze(&state, absorbing: UnsafeRawBufferPointer(rebasing: block[..<filled]))
      }
      state.absorb(UnsafeRawBufferPointer(block))
      return squeeze(&state, absorbing: UnsafeRawBufferPointer(rebasing: bytes[taken...]))
    }
  }

  /// Adds bytes to the input.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Adds the bytes of a buffer to the input.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    if !pending.isEmpty {
      let taken = rest.prefix(KeccakState.rate - pending.count)
      pending.append(contentsOf: taken)
      rest = rest.dropFirst(taken.count)
      guard pending.count == KeccakState.rate else { return }
      let block = pending
      block.withUnsafeBytes { state.absorb($0) }
      pending.removeAll(keepingCapacity: true)
    }
    while rest.count >= KeccakState.rate {
      state.absorb(UnsafeRawBufferPointer(rebasing: rest.prefix(KeccakState.rate)))
      rest = rest.dropFirst(KeccakState.rate)
    }
    pending.append(contentsOf: rest)
  }

  /// The 32-byte digest of the input so far. More input may be added afterwards.
  public func finalize() -> [UInt8] {
    var last = state
    return pending.withUnsafeBytes { Self.squeeze(&last, absorbing: $0) }.bytes
  }

  /// Absorbs the last bytes with the padding `0x01 … 0x80` and reads the digest.
  private static func squeeze(_ state: inout KeccakState, absorbing bytes: UnsafeRawBufferPointer) -> Digest {
    var offset = 0
    while bytes.count &- offset >= KeccakState.rate {
      state.absorb(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset &+ KeccakState.rate]))
      offset &+= KeccakState.rate
    }
    let rest = bytes.count &- offset
    withUnsafeTemporaryAllocation(byteCount: KeccakState.rate, alignment: 8) { block in
      block.initializeMemory(as: UInt8.self, repeating: 0)
      block.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
      block[rest] ^= 0x01
      block[KeccakState.rate - 1] ^= 0x80
      state.absorb(UnsafeRawBufferPointer(block))
    }
    return Digest(state.a0, state.a1, state.a2, state.a3)
  }
}

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

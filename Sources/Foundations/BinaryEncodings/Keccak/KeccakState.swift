/// The sponge of Keccak: 25 lanes of 64 bits and the permutation Keccak-f[1600] (FIPS 202 §3).
///
/// Lanes are stored properties and not an array, so that a hash allocates nothing and the permutation uses
/// registers.
struct KeccakState: Sendable {
  var a0: UInt64 = 0, a1: UInt64 = 0, a2: UInt64 = 0, a3: UInt64 = 0, a4: UInt64 = 0
  var a5: UInt64 = 0, a6: UInt64 = 0, a7: UInt64 = 0, a8: UInt64 = 0, a9: UInt64 = 0
  var a10: UInt64 = 0, a11: UInt64 = 0, a12: UInt64 = 0, a13: UInt64 = 0, a14: UInt64 = 0
  var a15: UInt64 = 0, a16: UInt64 = 0, a17: UInt64 = 0, a18: UInt64 = 0, a19: UInt64 = 0
  var a20: UInt64 = 0, a21: UInt64 = 0, a22: UInt64 = 0, a23: UInt64 = 0, a24: UInt64 = 0

  /// The number of bytes absorbed per permutation by a hash of 256 bits.
  static let rate = 136

  /// Mixes one block of exactly ``rate`` bytes into the state and permutes it.
  mutating func absorb(_ block: UnsafeRawBufferPointer) {
    withUnsafeMutableBytes(of: &self) { state in
      for offset in stride(from: 0, to: Self.rate, by: 8) {
        let lane = state.load(fromByteOffset: offset, as: UInt64.self)
        let input = UInt64(littleEndian: block.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        state.storeBytes(of: lane ^ input, toByteOffset: offset, as: UInt64.self)
      }
    }
    permute()
  }

  /// Keccak-f[1600]: 24 rounds of θ, ρ, π, χ and ι.
  ///
  /// Six lanes are stored complemented. This replaces most negations of χ by a choice of "and" or "or", and saves
  /// an eighth of the time (lane complementing, Keccak implementation overview).
  mutating func permute() {
    var (a0, a1, a2, a3, a4) = (self.a0, self.a1, self.a2, self.a3, self.a4)
    var (a5, a6, a7, a8, a9) = (self.a5, self.a6, self.a7, self.a8, self.a9)
    var (a10, a11, a12, a13, a14) = (self.a10, self.a11, self.a12, self.a13, self.a14)
    var (a15, a16, a17, a18, a19) = (self.a15, self.a16, self.a17, self.a18, self.a19)
    var (a20, a21, a22, a23, a24) = (self.a20, self.a21, self.a22, self.a23, self.a24)
    (a1, a2, a8, a12, a17, a20) = (~a1, ~a2, ~a8, ~a12, ~a17, ~a20)
    for constant in roundConstants {
      let c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
      let c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
      let c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
      let c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
      let c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
      let d0 = c4 ^ rotate(c1, 1)
      let d1 = c0 ^ rotate(c2, 1)
      let d2 = c1 ^ rotate(c3, 1)
      let d3 = c2 ^ rotate(c4, 1)
      let d4 = c3 ^ rotate(c0, 1)
      let b0 = a0 ^ d0
      let b10 = rotate(a1 ^ d1, 1)
      let b20 = rotate(a2 ^ d2, 62)
      let b5 = rotate(a3 ^ d3, 28)
      let b15 = rotate(a4 ^ d4, 27)
      let b16 = rotate(a5 ^ d0, 36)
      let b1 = rotate(a6 ^ d1, 44)
      let b11 = rotate(a7 ^ d2, 6)
      let b21 = rotate(a8 ^ d3, 55)
      let b6 = rotate(a9 ^ d4, 20)
      let b7 = rotate(a10 ^ d0, 3)
      let b17 = rotate(a11 ^ d1, 10)
      let b2 = rotate(a12 ^ d2, 43)
      let b12 = rotate(a13 ^ d3, 25)
      let b22 = rotate(a14 ^ d4, 39)
      let b23 = rotate(a15 ^ d0, 41)
      let b8 = rotate(a16 ^ d1, 45)
      let b18 = rotate(a17 ^ d2, 15)
      let b3 = rotate(a18 ^ d3, 21)
      let b13 = rotate(a19 ^ d4, 8)
      let b14 = rotate(a20 ^ d0, 18)
      let b24 = rotate(a21 ^ d1, 2)
      let b9 = rotate(a22 ^ d2, 61)
      let b19 = rotate(a23 ^ d3, 56)
      let b4 = rotate(a24 ^ d4, 14)
      a0 = b0 ^ (b1 | b2) ^ constant
      a1 = b1 ^ (~b2 | b3)
      a2 = b2 ^ (b3 & b4)
      a3 = b3 ^ (b4 | b0)
      a4 = b4 ^ (b0 & b1)
      a5 = b5 ^ (b6 | b7)
      a6 = b6 ^ (b7 & b8)
      a7 = b7 ^ (b8 | ~b9)
      a8 = b8 ^ (b9 | b5)
      a9 = b9 ^ (b5 & b6)
      let n13 = ~b13
      a10 = b10 ^ (b11 | b12)
      a11 = b11 ^ (b12 & b13)
      a12 = b12 ^ (n13 & b14)
      a13 = n13 ^ (b14 | b10)
      a14 = b14 ^ (b10 & b11)
      let n18 = ~b18
      a15 = b15 ^ (b16 & b17)
      a16 = b16 ^ (b17 | b18)
      a17 = b17 ^ (n18 | b19)
      a18 = n18 ^ (b19 & b15)
      a19 = b19 ^ (b15 | b16)
      let n21 = ~b21
      a20 = b20 ^ (n21 & b22)
      a21 = n21 ^ (b22 | b23)
      a22 = b22 ^ (b23 & b24)
      a23 = b23 ^ (b24 | b20)
      a24 = b24 ^ (b20 & b21)
    }
    (a1, a2, a8, a12, a17, a20) = (~a1, ~a2, ~a8, ~a12, ~a17, ~a20)
    (self.a0, self.a1, self.a2, self.a3, self.a4) = (a0, a1, a2, a3, a4)
    (self.a5, self.a6, self.a7, self.a8, self.a9) = (a5, a6, a7, a8, a9)
    (self.a10, self.a11, self.a12, self.a13, self.a14) = (a10, a11, a12, a13, a14)
    (self.a15, self.a16, self.a17, self.a18, self.a19) = (a15, a16, a17, a18, a19)
    (self.a20, self.a21, self.a22, self.a23, self.a24) = (a20, a21, a22, a23, a24)
  }

  @inline(__always)
  private func rotate(_ lane: UInt64, _ by: UInt64) -> UInt64 {
    lane << by | lane >> (64 &- by)
  }
}

/// The constants of ι, one per round (FIPS 202 §3.2.5).
private let roundConstants: [UInt64] = [
  0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
  0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
  0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
  0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
  0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
  0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
]

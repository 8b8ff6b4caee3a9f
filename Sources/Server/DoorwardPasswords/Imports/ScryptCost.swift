import DoorwardCiphers
import DoorwardOpenSSL
import DoorwardSodium

/// The cost parameters of scrypt (RFC 7914 §2).
struct ScryptCost: Sendable {
  /// The logarithm of N to the base 2.
  let logarithm: Int
  /// r.
  let blockSize: Int
  /// p.
  let parallelism: Int

  /// Makes a cost; nil if a number is outside of the range that can be computed.
  init?(logarithm: Int, blockSize: Int, parallelism: Int) {
    guard (1...24).contains(logarithm), (1...64).contains(blockSize), (1...64).contains(parallelism) else {
      return nil
    }
    (self.logarithm, self.blockSize, self.parallelism) = (logarithm, blockSize, parallelism)
  }

  /// Reads decimal numbers: N, r and p.
  init?(_ cost: some StringProtocol, blockSize: some StringProtocol, parallelism: some StringProtocol) {
    guard let cost = PHCText.number(cost), cost >= 2, cost & (cost - 1) == 0,
      let blockSize = PHCText.number(blockSize), let parallelism = PHCText.number(parallelism)
    else { return nil }
    self.init(logarithm: cost.trailingZeroBitCount, blockSize: blockSize, parallelism: parallelism)
  }

  /// scrypt writes and reads its memory once for each lane.
  var cost: HashCost { .memory(kibibytes: (blockSize << logarithm) / 8, repetitions: 2 * parallelism) }

  /// Derives bytes from a password.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  func derive(from password: WipedBytes, salt: [UInt8], count: Int) throws(PasswordHashError) -> [UInt8] {
    do {
      return try password.withUnsafeBytes { bytes throws(OpenSSLError) in
        try Scrypt.derive(
          from: bytes, salt: salt, cost: 1 << logarithm, blockSize: blockSize, parallelism: parallelism,
          count: count)
      }
    } catch {
      throw PasswordHashError(.libraryFailure, "OpenSSL cannot compute scrypt.")
    }
  }
}

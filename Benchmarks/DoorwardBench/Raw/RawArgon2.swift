import CDoorwardSodium

/// libsodium's check of an Argon2id hash, without any other work.
struct RawArgon2: Sendable {
  private static let password = Array("a password of the benchmark".utf8CString)
  private let hash: [CChar]

  /// - Parameters:
  ///   - kibibytes: the memory of the hash.
  ///   - passes: the number of passes over the memory.
  /// - Throws: ``BenchFailure`` if there is no memory.
  init(kibibytes: Int, passes: Int) throws {
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
    let length = UInt64(Self.password.count - 1)
    guard
      crypto_pwhash_argon2id_str(&text, Self.password, length, UInt64(passes), kibibytes * 1024) == 0
    else { throw BenchFailure(reason: "there is no memory for a hash") }
    hash = text
  }

  /// Checks the hash on several threads at once.
  ///
  /// - Returns: the processor time of one check, in microseconds.
  func cost(threads: Int, checks: Int) async throws -> Double {
    let seconds = try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<threads {
        group.addTask { try Stopwatch.processorSeconds { try run(checks) } }
      }
      return try await group.reduce(0, +)
    }
    return seconds * 1e6 / Double(threads * checks)
  }

  private func run(_ count: Int) throws {
    for _ in 0..<count {
      let length = UInt64(Self.password.count - 1)
      guard crypto_pwhash_argon2id_str_verify(hash, Self.password, length) == 0 else {
        throw BenchFailure(reason: "a right password was refused")
      }
    }
  }
}

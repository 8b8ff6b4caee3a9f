import CDoorwardSodium

/// libsodium's check of an Ed25519 signature over 32 bytes, without any other work.
struct RawEd25519 {
  private let cases: [(signature: [UInt8], digest: [UInt8], key: [UInt8])]

  init(_ cases: [(signature: [UInt8], digest: [UInt8], key: [UInt8])]) {
    self.cases = cases.filter { $0.signature.count == 64 && $0.digest.count == 32 && $0.key.count == 32 }
  }

  func run(_ count: Int) throws {
    guard !cases.isEmpty else { throw BenchFailure(reason: "there is nothing to check") }
    for index in 0..<count {
      let (signature, digest, key) = cases[index % cases.count]
      guard crypto_sign_verify_detached(signature, digest, UInt64(digest.count), key) == 0 else {
        throw BenchFailure(reason: "a good signature was refused")
      }
    }
  }
}

import CDoorwardOpenSSL

/// OpenSSL's ECDSA over P-256 without any other work: key, operation and digest are prepared.
final class RawP256 {
  private let key: OpaquePointer
  private let verification: OpaquePointer
  private let signing: OpaquePointer
  private var cases: [(signature: [UInt8], digest: [UInt8])] = []

  init(digests: [[UInt8]]) throws {
    guard let key = Self.makeKey(), let verification = EVP_PKEY_CTX_new_from_pkey(nil, key, nil),
      let signing = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
    else { throw BenchFailure(reason: "OpenSSL made no P-256 key") }
    self.key = key
    self.verification = verification
    self.signing = signing
    guard EVP_PKEY_verify_init(verification) == 1, EVP_PKEY_sign_init(signing) == 1 else {
      throw BenchFailure(reason: "OpenSSL could not prepare the key")
    }
    for digest in digests { cases.append((try sign(digest), digest)) }
  }

  deinit {
    EVP_PKEY_CTX_free(verification)
    EVP_PKEY_CTX_free(signing)
    EVP_PKEY_free(key)
  }

  func runVerification(_ count: Int) throws {
    for index in 0..<count {
      let (signature, digest) = cases[index % cases.count]
      guard EVP_PKEY_verify(verification, signature, signature.count, digest, digest.count) == 1 else {
        throw BenchFailure(reason: "a good signature was refused")
      }
    }
  }

  func runSigning(_ count: Int) throws {
    for index in 0..<count { keep(try sign(cases[index % cases.count].digest)) }
  }

  private func sign(_ digest: [UInt8]) throws -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 80)
    var length = signature.count
    guard EVP_PKEY_sign(signing, &signature, &length, digest, digest.count) == 1 else {
      throw BenchFailure(reason: "OpenSSL did not sign")
    }
    return Array(signature[..<length])
  }

  private static func makeKey() -> OpaquePointer? {
    guard let generator = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
    defer { EVP_PKEY_CTX_free(generator) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(generator) == 1, EVP_PKEY_CTX_set_group_name(generator, "P-256") == 1,
      EVP_PKEY_generate(generator, &key) == 1
    else { return nil }
    return key
  }
}

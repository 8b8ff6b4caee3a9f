internal import CDoorwardSodium

/// Ed25519 (RFC 8032) by libsodium: checking, signing, and keys from seeds.
///
/// Every buffer handed to the library here has the length the library expects of it.
public enum Ed25519 {
  /// Bytes of a public key.
  public static let publicKeyLength = 32
  /// Bytes of a signature: R and S.
  public static let signatureLength = 64
  /// Bytes of the seed that a key pair is made from, the "private key" of RFC 8032 §5.1.5.
  public static let seedLength = 32

  /// Whether the holder of a key signed a message.
  ///
  /// Strict: an S that is not below the group's order, a key or an R that is of small order, and a key
  /// that is not in its one encoding are refused (RFC 8032 §5.1.7 and §8.4, without the cofactor).
  ///
  /// - Parameters:
  ///   - signature: 64 bytes.
  ///   - message: The bytes that were signed, of any length.
  ///   - publicKey: 32 bytes.
  /// - Returns: Whether the signature is good; false for wrong sizes.
  public static func isValid(
    signature: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer, publicKey: UnsafeRawBufferPointer
  ) -> Bool {
    guard signature.count == signatureLength, publicKey.count == publicKeyLength,
      let signature = signature.baseAddress, let publicKey = publicKey.baseAddress
    else { return false }
    SodiumLibrary.prepare()
    return crypto_sign_verify_detached(
      signature.assumingMemoryBound(to: UInt8.self),
      message.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(message.count),
      publicKey.assumingMemoryBound(to: UInt8.self)) == 0
  }

  /// Whether the holder of a key signed a message; as
  /// ``isValid(signature:message:publicKey:)-(UnsafeRawBufferPointer,_,_)``, from arrays.
  public static func isValid(signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool {
    signature.withUnsafeBytes { signature in
      message.withUnsafeBytes { message in
        publicKey.withUnsafeBytes { isValid(signature: signature, message: message, publicKey: $0) }
      }
    }
  }

  /// The public key that a seed stands for; nil unless the seed is 32 bytes.
  public static func publicKey(ofSeed seed: [UInt8]) -> [UInt8]? {
    keyPair(ofSeed: seed)?.publicKey
  }

  /// Signs a message, deterministically (RFC 8032 §5.1.6).
  ///
  /// The public key is always computed from the seed: one that is given beside a secret and does not
  /// belong to it would let whoever sees two signatures compute the secret.
  ///
  /// - Parameters:
  ///   - message: The bytes to sign, of any length.
  ///   - seed: 32 bytes.
  /// - Returns: 64 bytes, or nil for another size of seed.
  public static func sign(message: [UInt8], seed: [UInt8]) -> [UInt8]? {
    guard var secretKey = keyPair(ofSeed: seed)?.secretKey else { return nil }
    defer { sodium_memzero(&secretKey, secretKey.count) }
    var signature = [UInt8](repeating: 0, count: signatureLength)
    guard crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey) == 0 else {
      return nil
    }
    return signature
  }

  /// The public key of a seed, and seed and public key together as the library signs with them.
  private static func keyPair(ofSeed seed: [UInt8]) -> (publicKey: [UInt8], secretKey: [UInt8])? {
    guard seed.count == seedLength else { return nil }
    SodiumLibrary.prepare()
    var publicKey = [UInt8](repeating: 0, count: publicKeyLength)
    var secretKey = [UInt8](repeating: 0, count: seedLength + publicKeyLength)
    guard crypto_sign_seed_keypair(&publicKey, &secretKey, seed) == 0 else { return nil }
    return (publicKey, secretKey)
  }
}

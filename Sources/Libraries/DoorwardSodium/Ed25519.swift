internal import CDoorwardSodium

/// Ed25519 (RFC 8032) with libsodium: verification, signing, and keys from seeds.
///
/// Every buffer passed to the library has the length that the library expects.
public enum Ed25519 {
  /// The length in bytes of a public key.
  public static let publicKeyLength = 32
  /// The length in bytes of a signature: R and S.
  public static let signatureLength = 64
  /// The length in bytes of the seed of a key pair, the "private key" of RFC 8032 §5.1.5.
  public static let seedLength = 32

  /// Whether a signature over a message is valid for a public key.
  ///
  /// The verification is strict. It refuses an S that is not below the group order, a public key or an R of
  /// small order, and a public key that is not in canonical form (RFC 8032 §5.1.7 and §8.4, without the
  /// cofactor).
  ///
  /// - Parameters:
  ///   - signature: 64 bytes.
  ///   - message: The signed bytes, of any length.
  ///   - publicKey: 32 bytes.
  /// - Returns: Whether the signature is valid; false if a length is wrong.
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

  /// Whether a signature over a message is valid for a public key, given as arrays; see
  /// ``isValid(signature:message:publicKey:)-(UnsafeRawBufferPointer,_,_)``.
  public static func isValid(signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool {
    signature.withUnsafeBytes { signature in
      message.withUnsafeBytes { message in
        publicKey.withUnsafeBytes { isValid(signature: signature, message: message, publicKey: $0) }
      }
    }
  }

  /// Whether a key pair can have this public key: 32 bytes in canonical form, a point on the curve and in the group of
  /// prime order, and not its neutral element (RFC 8032 §5.1.3 and §5.1.5).
  public static func isValid(publicKey: [UInt8]) -> Bool {
    guard publicKey.count == publicKeyLength else { return false }
    SodiumLibrary.prepare()
    return crypto_core_ed25519_is_valid_point(publicKey) == 1
  }

  /// The public key of a seed; nil unless the seed is 32 bytes.
  public static func publicKey(ofSeed seed: [UInt8]) -> [UInt8]? {
    keyPair(ofSeed: seed)?.publicKey
  }

  /// Signs a message deterministically (RFC 8032 §5.1.6).
  ///
  /// The public key is always computed from the seed. If a caller could pass a wrong public key, two signatures
  /// would reveal the secret key.
  ///
  /// - Parameters:
  ///   - message: The bytes to sign, of any length.
  ///   - seed: 32 bytes.
  /// - Returns: 64 bytes; nil if the seed has another length.
  public static func sign(message: [UInt8], seed: [UInt8]) -> [UInt8]? {
    guard var secretKey = keyPair(ofSeed: seed)?.secretKey else { return nil }
    defer { sodium_memzero(&secretKey, secretKey.count) }
    var signature = [UInt8](repeating: 0, count: signatureLength)
    guard crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey) == 0 else {
      return nil
    }
    return signature
  }

  /// The public key of a seed, and the seed with its public key in libsodium's secret key format.
  private static func keyPair(ofSeed seed: [UInt8]) -> (publicKey: [UInt8], secretKey: [UInt8])? {
    guard seed.count == seedLength else { return nil }
    SodiumLibrary.prepare()
    var publicKey = [UInt8](repeating: 0, count: publicKeyLength)
    var secretKey = [UInt8](repeating: 0, count: seedLength + publicKeyLength)
    guard crypto_sign_seed_keypair(&publicKey, &secretKey, seed) == 0 else { return nil }
    return (publicKey, secretKey)
  }
}

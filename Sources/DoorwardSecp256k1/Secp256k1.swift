internal import CDoorwardSecp256k1

/// The curve of Ethereum and Bitcoin: recovery, verification and deterministic signing by libsecp256k1.
///
/// The only owner of the library's context. Make one, keep it, share it: after `init` the context is
/// only read. Every pointer handed to the library here is to a buffer whose length was checked and to
/// a key the library itself parsed, because on anything else it would end the process.
public final class Secp256k1: Sendable {
  /// Bytes of a message digest, a secret key and half a signature.
  public static let scalarLength = 32
  /// Bytes of a public key uncompressed.
  public static let uncompressedLength = 65
  /// Bytes of a signature: r and s.
  public static let signatureLength = 64

  // Sound: written once in `init`, freed once in `deinit`; libsecp256k1 lets any number of threads use
  // a context that none of them changes (secp256k1.h, "secp256k1_context").
  private nonisolated(unsafe) let context: OpaquePointer

  /// Makes a context and blinds its signing with fresh randomness.
  public init() {
    // The library aborts, and never answers null, when memory is out.
    context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
    var generator = SystemRandomNumberGenerator()
    let seed = (0..<Self.scalarLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    _ = secp256k1_context_randomize(context, seed)
  }

  deinit { secp256k1_context_destroy(context) }

  // MARK: Public keys

  /// Reads a public key: 33 bytes compressed or 65 uncompressed (SEC 1 §2.3.3); nil for anything that
  /// is not a point of the curve, and for the hybrid form.
  public func publicKey(parsing bytes: [UInt8]) -> Secp256k1PublicKey? {
    switch (bytes.first, bytes.count) {
    case (2, 33), (3, 33), (4, 65): break
    default: return nil
    }
    var key = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(context, &key, bytes, bytes.count) == 1 else { return nil }
    return Secp256k1PublicKey(key: key)
  }

  /// The public key of a secret key; nil when the bytes are not 32 that stand for 1 to n − 1.
  public func publicKey(ofSecretKey secretKey: [UInt8]) -> Secp256k1PublicKey? {
    guard secretKey.count == Self.scalarLength else { return nil }
    var key = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_create(context, &key, secretKey) == 1 else { return nil }
    return Secp256k1PublicKey(key: key)
  }

  /// A public key uncompressed: `0x04`, x and y, 65 bytes.
  public func uncompressed(_ publicKey: Secp256k1PublicKey) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.uncompressedLength)
    bytes.withUnsafeMutableBytes { write(publicKey, uncompressedTo: $0) }
    return bytes
  }

  /// Writes a public key uncompressed, as ``uncompressed(_:)`` answers it; nothing unless the buffer holds
  /// exactly ``uncompressedLength`` bytes.
  public func write(_ publicKey: Secp256k1PublicKey, uncompressedTo buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count == Self.uncompressedLength,
      let start = buffer.bindMemory(to: UInt8.self).baseAddress
    else { return }
    var length = Self.uncompressedLength
    withUnsafePointer(to: publicKey.key) { key in
      _ = secp256k1_ec_pubkey_serialize(context, start, &length, key, UInt32(SECP256K1_EC_UNCOMPRESSED))
    }
  }

  /// A public key compressed: `0x02` or `0x03`, and x, 33 bytes.
  public func compressed(_ publicKey: Secp256k1PublicKey) -> [UInt8] {
    let bytes = uncompressed(publicKey)
    return [2 + bytes[64] % 2] + bytes[1...32]
  }

  // MARK: Checking

  /// The public key whose holder signed a digest; nil when there is none, or the sizes are wrong.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - signature: r and s, 64 bytes. A high s is recovered like a low one: refuse it before.
  ///   - recoveryID: 0 to 3.
  /// - Returns: The key.
  public func recover(
    digest: UnsafeRawBufferPointer, signature: UnsafeRawBufferPointer, recoveryID: UInt8
  ) -> Secp256k1PublicKey? {
    guard digest.count == Self.scalarLength, signature.count == Self.signatureLength, recoveryID <= 3 else {
      return nil
    }
    let digest = digest.assumingMemoryBound(to: UInt8.self)
    let compact = signature.assumingMemoryBound(to: UInt8.self)
    guard let digest = digest.baseAddress, let compact = compact.baseAddress else { return nil }
    var signature = secp256k1_ecdsa_recoverable_signature()
    var key = secp256k1_pubkey()
    guard
      secp256k1_ecdsa_recoverable_signature_parse_compact(
        context, &signature, compact, Int32(recoveryID)) == 1,
      secp256k1_ecdsa_recover(context, &key, &signature, digest) == 1
    else { return nil }
    return Secp256k1PublicKey(key: key)
  }

  /// The public key whose holder signed a digest, from arrays; as
  /// ``recover(digest:signature:recoveryID:)-(UnsafeRawBufferPointer,_,_)``.
  public func recover(digest: [UInt8], signature: [UInt8], recoveryID: UInt8) -> Secp256k1PublicKey? {
    digest.withUnsafeBytes { digest in
      signature.withUnsafeBytes { recover(digest: digest, signature: $0, recoveryID: recoveryID) }
    }
  }

  /// Whether the holder of a key signed a digest.
  ///
  /// - Parameters:
  ///   - signature: r and s, 64 bytes. A high s (EIP-2, BIP 62) is not accepted.
  ///   - digest: 32 bytes.
  ///   - publicKey: The key.
  /// - Returns: Whether the signature is good; false for wrong sizes.
  public func isValid(signature: [UInt8], digest: [UInt8], publicKey: Secp256k1PublicKey) -> Bool {
    guard digest.count == Self.scalarLength, signature.count == Self.signatureLength else { return false }
    var parsed = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_compact(context, &parsed, signature) == 1 else { return false }
    return withUnsafePointer(to: publicKey.key) {
      secp256k1_ecdsa_verify(context, &parsed, digest, $0) == 1
    }
  }

  /// Whether the holder of a key signed a digest, the signature being a DER `SEQUENCE` of r and s
  /// (SEC 1 §C.5) as certificates and Bitcoin carry it; otherwise as
  /// ``isValid(signature:digest:publicKey:)``.
  public func isValid(derSignature: [UInt8], digest: [UInt8], publicKey: Secp256k1PublicKey) -> Bool {
    guard digest.count == Self.scalarLength, !derSignature.isEmpty else { return false }
    var parsed = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_der(context, &parsed, derSignature, derSignature.count) == 1 else {
      return false
    }
    return withUnsafePointer(to: publicKey.key) {
      secp256k1_ecdsa_verify(context, &parsed, digest, $0) == 1
    }
  }

  // MARK: Signing

  /// Signs a digest, deterministically by RFC 6979 and always with the lower s.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - secretKey: 32 bytes that stand for 1 to n − 1.
  /// - Returns: r and s in 64 bytes and the recovery id, or nil for other input.
  public func sign(digest: [UInt8], secretKey: [UInt8]) -> (signature: [UInt8], recoveryID: UInt8)? {
    guard digest.count == Self.scalarLength, secretKey.count == Self.scalarLength else { return nil }
    var signature = secp256k1_ecdsa_recoverable_signature()
    guard secp256k1_ecdsa_sign_recoverable(context, &signature, digest, secretKey, nil, nil) == 1 else {
      return nil
    }
    var recoveryID: Int32 = 0
    var bytes = [UInt8](repeating: 0, count: Self.signatureLength)
    _ = secp256k1_ecdsa_recoverable_signature_serialize_compact(context, &bytes, &recoveryID, &signature)
    return (bytes, UInt8(truncatingIfNeeded: recoveryID))
  }
}

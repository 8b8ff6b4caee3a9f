internal import CDoorwardSecp256k1

/// The secp256k1 curve: public key recovery, verification and deterministic signing with libsecp256k1.
///
/// This class owns the library's context. Create one instance and share it: after `init` the context is only
/// read. The library ends the process if it receives invalid input, so every buffer passed to it has a checked
/// length, and every public key was parsed by the library itself.
public final class Secp256k1: Sendable {
  /// The length in bytes of a message digest, of a secret key, and of r and s.
  public static let scalarLength = 32
  /// The length in bytes of an uncompressed public key.
  public static let uncompressedLength = 65
  /// The length in bytes of a signature: r and s.
  public static let signatureLength = 64

  // Sound: the pointer is written once in `init` and freed once in `deinit`, and libsecp256k1 lets several
  // threads use a context that no thread changes (secp256k1.h, "secp256k1_context").
  private nonisolated(unsafe) let context: OpaquePointer

  /// Creates a context and randomizes it against side-channel attacks on signing.
  public init() {
    // If there is no memory, the library aborts the process instead of returning null.
    context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
    var generator = SystemRandomNumberGenerator()
    let seed = (0..<Self.scalarLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    _ = secp256k1_context_randomize(context, seed)
  }

  deinit { secp256k1_context_destroy(context) }

  // MARK: Public keys

  /// Parses a public key: 33 bytes compressed or 65 uncompressed (SEC 1 §2.3.3). Returns nil for the hybrid
  /// form and for bytes that are not a point on the curve.
  public func publicKey(parsing bytes: [UInt8]) -> Secp256k1PublicKey? {
    switch (bytes.first, bytes.count) {
    case (2, 33), (3, 33), (4, 65): break
    default: return nil
    }
    var key = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(context, &key, bytes, bytes.count) == 1 else { return nil }
    return Secp256k1PublicKey(key: key)
  }

  /// The public key of a secret key; nil unless the secret key is 32 bytes with a value from 1 to n − 1.
  public func publicKey(ofSecretKey secretKey: [UInt8]) -> Secp256k1PublicKey? {
    guard secretKey.count == Self.scalarLength else { return nil }
    var key = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_create(context, &key, secretKey) == 1 else { return nil }
    return Secp256k1PublicKey(key: key)
  }

  /// The uncompressed form of a public key: `0x04`, x and y, 65 bytes.
  public func uncompressed(_ publicKey: Secp256k1PublicKey) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.uncompressedLength)
    bytes.withUnsafeMutableBytes { write(publicKey, uncompressedTo: $0) }
    return bytes
  }

  /// Writes the uncompressed form of a public key to a buffer. Does nothing unless the buffer holds exactly
  /// ``uncompressedLength`` bytes.
  public func write(_ publicKey: Secp256k1PublicKey, uncompressedTo buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count == Self.uncompressedLength,
      let start = buffer.bindMemory(to: UInt8.self).baseAddress
    else { return }
    var length = Self.uncompressedLength
    withUnsafePointer(to: publicKey.key) { key in
      _ = secp256k1_ec_pubkey_serialize(context, start, &length, key, UInt32(SECP256K1_EC_UNCOMPRESSED))
    }
  }

  /// The compressed form of a public key: `0x02` or `0x03`, and x, 33 bytes.
  public func compressed(_ publicKey: Secp256k1PublicKey) -> [UInt8] {
    let bytes = uncompressed(publicKey)
    return [2 + bytes[64] % 2] + bytes[1...32]
  }

  // MARK: Verification

  /// Recovers the public key from a signature over a digest.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - signature: r and s, 64 bytes. A high s is accepted, so the caller must refuse it first.
  ///   - recoveryID: 0 to 3.
  /// - Returns: The public key; nil if there is none or if a length is wrong.
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

  /// Recovers the public key from a signature over a digest, given as arrays; see
  /// ``recover(digest:signature:recoveryID:)-(UnsafeRawBufferPointer,_,_)``.
  public func recover(digest: [UInt8], signature: [UInt8], recoveryID: UInt8) -> Secp256k1PublicKey? {
    digest.withUnsafeBytes { digest in
      signature.withUnsafeBytes { recover(digest: digest, signature: $0, recoveryID: recoveryID) }
    }
  }

  /// Whether a signature over a digest is valid for a public key.
  ///
  /// - Parameters:
  ///   - signature: r and s, 64 bytes. A high s (EIP-2, BIP 62) is refused.
  ///   - digest: 32 bytes.
  ///   - publicKey: The public key.
  /// - Returns: Whether the signature is valid; false if a length is wrong.
  public func isValid(signature: [UInt8], digest: [UInt8], publicKey: Secp256k1PublicKey) -> Bool {
    guard digest.count == Self.scalarLength, signature.count == Self.signatureLength else { return false }
    var parsed = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_compact(context, &parsed, signature) == 1 else { return false }
    return withUnsafePointer(to: publicKey.key) {
      secp256k1_ecdsa_verify(context, &parsed, digest, $0) == 1
    }
  }

  /// Whether a DER signature over a digest is valid for a public key. The signature is a `SEQUENCE` of r and s
  /// (SEC 1 §C.5), as in certificates and in Bitcoin. See ``isValid(signature:digest:publicKey:)``.
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

  /// Signs a digest deterministically (RFC 6979), always with the lower s.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - secretKey: 32 bytes with a value from 1 to n − 1.
  /// - Returns: r and s in 64 bytes and the recovery id; nil for invalid input.
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

/// A point on the curve that the library parsed or computed.
///
/// The value is opaque; ``Secp256k1`` reads and writes its encodings. Only the library creates values, so they
/// are always valid input for it.
public struct Secp256k1PublicKey: Sendable {
  let key: secp256k1_pubkey

  init(key: secp256k1_pubkey) { self.key = key }
}

public import BinaryEncodings
internal import DoorwardSecp256k1
public import SignInWithEthereum

/// Recovers the externally owned account that signed a message with `personal_sign` (EIP-191).
///
/// Create one verifier and share it: it owns a context of the secp256k1 library.
public struct PersonalSignVerifier: Sendable {
  private let curve = Secp256k1()

  /// Creates a verifier.
  public init() {}

  /// Recovers the account that signed a message.
  ///
  /// Nearly every signature leads to some account, so the caller must compare the result with the expected
  /// account.
  ///
  /// - Throws: `malformed_signature` if no key can have created the signature.
  public func recoverAddress(
    of message: PersonalMessage, signature: EthereumSignature
  ) throws(SIWEError) -> EthereumAddress {
    try recoverAddress(of: message.digest, signature: signature)
  }

  /// Recovers the account that signed a digest of 32 bytes.
  ///
  /// - Throws: `malformed_signature` if no key can have created the signature.
  public func recoverAddress(
    of digest: Keccak256.Digest, signature: EthereumSignature
  ) throws(SIWEError) -> EthereumAddress {
    let key = digest.withUnsafeBytes { digest in
      signature.withUnsafeCompactBytes { compact in
        curve.recover(digest: digest, signature: compact, recoveryID: signature.recoveryID)
      }
    }
    guard let key, let address = curve.address(of: key) else {
      throw SIWEError(code: .malformedSignature, reason: "No key can have created the signature.")
    }
    return address
  }

  /// Verifies that an account signed a message.
  ///
  /// - Throws: `wrong_signer` if another account signed it, `malformed_signature` if no key can have created
  ///   the signature.
  public func verify(
    _ message: PersonalMessage, signature: EthereumSignature, address: EthereumAddress
  ) throws(SIWEError) {
    try verify(message.digest, signature: signature, address: address)
  }

  /// Verifies that an account signed a digest.
  ///
  /// - Throws: `wrong_signer` if another account signed it, `malformed_signature` if no key can have created
  ///   the signature.
  func verify(
    _ digest: Keccak256.Digest, signature: EthereumSignature, address: EthereumAddress
  ) throws(SIWEError) {
    let signer = try recoverAddress(of: digest, signature: signature)
    guard signer == address else {
      throw SIWEError(
        code: .wrongSigner,
        reason: "The signature was created by \(signer), not by \(address). "
          + "Signatures of contract wallets (EIP-1271) are not supported.")
    }
  }
}

extension Secp256k1 {
  /// The address of the account that belongs to a public key.
  func address(of publicKey: Secp256k1PublicKey) -> EthereumAddress? {
    withUnsafeTemporaryAllocation(byteCount: Self.uncompressedLength, alignment: 8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      write(publicKey, uncompressedTo: bytes)
      return EthereumAddress(publicKeyCoordinates: UnsafeRawBufferPointer(rebasing: bytes[1...]))
    }
  }
}

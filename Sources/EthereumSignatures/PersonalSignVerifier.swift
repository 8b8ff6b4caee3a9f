internal import DoorwardSecp256k1
public import Encodings
public import SignInWithEthereum

/// Finds out which externally owned account signed a message with `personal_sign` (EIP-191).
///
/// Keep one and share it: it owns a context of the curve's library.
public struct PersonalSignVerifier: Sendable {
  private let curve = Secp256k1()

  /// Makes a verifier.
  public init() {}

  /// The account that signed a message.
  ///
  /// Some account is found for nearly every signature: compare it with the one expected.
  ///
  /// - Throws: `malformed_signature` when the signature is nobody's.
  public func recoverAddress(
    of message: PersonalMessage, signature: EthereumSignature
  ) throws(SIWEError) -> EthereumAddress {
    try recoverAddress(of: message.digest, signature: signature)
  }

  /// The account that signed a digest of 32 bytes.
  ///
  /// - Throws: `malformed_signature` when the signature is nobody's.
  public func recoverAddress(
    of digest: Keccak256.Digest, signature: EthereumSignature
  ) throws(SIWEError) -> EthereumAddress {
    let key = digest.withUnsafeBytes { digest in
      signature.withUnsafeCompactBytes { compact in
        curve.recover(digest: digest, signature: compact, recoveryID: signature.recoveryID)
      }
    }
    guard let key, let address = curve.address(of: key) else {
      throw SIWEError(code: .malformedSignature, reason: "No key could have made the signature.")
    }
    return address
  }

  /// Checks that an account signed a message.
  ///
  /// - Throws: `wrong_signer` when another did, `malformed_signature` when nobody did.
  public func verify(
    _ message: PersonalMessage, signature: EthereumSignature, address: EthereumAddress
  ) throws(SIWEError) {
    try verify(message.digest, signature: signature, address: address)
  }

  /// Checks that an account signed a digest.
  ///
  /// - Throws: `wrong_signer` when another did, `malformed_signature` when nobody did.
  func verify(
    _ digest: Keccak256.Digest, signature: EthereumSignature, address: EthereumAddress
  ) throws(SIWEError) {
    let signer = try recoverAddress(of: digest, signature: signature)
    guard signer == address else {
      throw SIWEError(
        code: .wrongSigner,
        reason: "The signature was made by \(signer), not \(address). "
          + "If that is a contract wallet: its signatures (EIP-1271) are not supported.")
    }
  }
}

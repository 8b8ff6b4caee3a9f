internal import DoorwardSecp256k1
internal import Encodings
public import SignInWithEthereum

/// The secret key of an externally owned account, for tests, tools and disposable wallets.
///
/// The secret is in ordinary memory: do not use this type for keys that control a user's funds; a wallet holds
/// those.
public struct EthereumSecretKey: Sendable {
  private let curve: Secp256k1
  private let secret: [UInt8]
  /// The account for which the key signs.
  public let address: EthereumAddress

  /// Creates a key from its 32 bytes.
  ///
  /// - Throws: `invalid_secret_key` unless their value is from 1 to n − 1.
  public init(bytes: [UInt8]) throws(SIWEError) {
    let curve = Secp256k1()
    guard let publicKey = curve.publicKey(ofSecretKey: bytes), let address = curve.address(of: publicKey)
    else {
      throw SIWEError(
        code: .invalidSecretKey,
        reason: "A secret key must be 32 bytes with a value from 1 to the curve's order minus 1.")
    }
    self.curve = curve
    self.secret = bytes
    self.address = address
  }

  /// Creates a new key from a source of randomness.
  public init(using generator: inout some RandomNumberGenerator) {
    while true {
      let bytes = (0..<Secp256k1.scalarLength).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      // The bytes are invalid with a probability of about 2^-128.
      if let key = try? EthereumSecretKey(bytes: bytes) {
        self = key
        return
      }
    }
  }

  /// Signs a message as `personal_sign` does (EIP-191).
  ///
  /// - Throws: `malformed_signature` if the library returns an invalid signature, which does not occur for a
  ///   valid key.
  public func sign(_ message: PersonalMessage) throws(SIWEError) -> EthereumSignature {
    try sign(digest: message.hash)
  }

  /// Signs a sign-in message as a wallet does.
  ///
  /// - Throws: The errors of ``sign(_:)-(PersonalMessage)``.
  public func sign(_ message: SIWEMessage) throws(SIWEError) -> EthereumSignature {
    try sign(PersonalMessage(message.text))
  }

  /// Signs a digest of 32 bytes (RFC 6979, lower s).
  ///
  /// - Throws: `malformed_signature` for another number of bytes.
  public func sign(digest: [UInt8]) throws(SIWEError) -> EthereumSignature {
    guard let (signature, recoveryID) = curve.sign(digest: digest, secretKey: secret) else {
      throw SIWEError(code: .malformedSignature, reason: "A digest must have 32 bytes.")
    }
    return try EthereumSignature(bytes: signature + [recoveryID])
  }
}

extension EthereumSecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The account, without the secret.
  public var description: String { "EthereumSecretKey(\(address))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}

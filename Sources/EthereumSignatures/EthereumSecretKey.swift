internal import DoorwardSecp256k1
internal import Encodings
public import SignInWithEthereum

/// The secret key of an externally owned account, for tests, tools and throwaway wallets.
///
/// It lives in ordinary memory: where a person's funds are at stake, a wallet holds the key.
public struct EthereumSecretKey: Sendable {
  private let curve: Secp256k1
  private let secret: [UInt8]
  /// The account this key signs for.
  public let address: EthereumAddress

  /// Makes a key from its 32 bytes.
  ///
  /// - Throws: `invalid_secret_key` unless they stand for 1 to n − 1.
  public init(bytes: [UInt8]) throws(SIWEError) {
    let curve = Secp256k1()
    guard let publicKey = curve.publicKey(ofSecretKey: bytes), let address = curve.address(of: publicKey)
    else {
      throw SIWEError(
        code: .invalidSecretKey,
        reason: "A secret key is 32 bytes that stand for a number from 1 to the curve's order less 1.")
    }
    self.curve = curve
    self.secret = bytes
    self.address = address
  }

  /// Makes a new key from a source of randomness.
  public init(using generator: inout some RandomNumberGenerator) {
    while true {
      let bytes = (0..<Secp256k1.scalarLength).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      // Fails about once in 2^128 draws.
      if let key = try? EthereumSecretKey(bytes: bytes) {
        self = key
        return
      }
    }
  }

  /// Signs a message as `personal_sign` does (EIP-191).
  ///
  /// - Throws: `malformed_signature` if the library's answer is none, which no valid key brings about.
  public func sign(_ message: PersonalMessage) throws(SIWEError) -> EthereumSignature {
    try sign(digest: message.hash)
  }

  /// Signs a sign-in message, as a wallet does.
  ///
  /// - Throws: as ``sign(_:)-(PersonalMessage)``.
  public func sign(_ message: SIWEMessage) throws(SIWEError) -> EthereumSignature {
    try sign(PersonalMessage(message.text))
  }

  /// Signs a digest of 32 bytes (RFC 6979, lower s).
  ///
  /// - Throws: `malformed_signature` for any other number of bytes.
  public func sign(digest: [UInt8]) throws(SIWEError) -> EthereumSignature {
    guard let (signature, recoveryID) = curve.sign(digest: digest, secretKey: secret) else {
      throw SIWEError(code: .malformedSignature, reason: "A digest to sign is 32 bytes.")
    }
    return try EthereumSignature(bytes: signature + [recoveryID])
  }
}

extension EthereumSecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The account, never the secret.
  public var description: String { "EthereumSecretKey(\(address))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}

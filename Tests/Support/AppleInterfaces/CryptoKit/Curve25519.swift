public import Foundation

#if os(Linux)
  internal import CDoorwardOpenSSL
#endif

// https://developer.apple.com/documentation/cryptokit/curve25519
@available(macOS 10.15, iOS 13.0, *)
public enum Curve25519: Sendable {
  // https://developer.apple.com/documentation/cryptokit/curve25519/signing
  public enum Signing: Sendable {
    // https://developer.apple.com/documentation/cryptokit/curve25519/signing/privatekey
    public struct PrivateKey: Sendable {
      let seed = (0..<32).map { _ in UInt8.random(in: .min ... .max) }

      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/privatekey/init()
      public init() {}
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/privatekey/publickey
      public var publicKey: PublicKey { PublicKey(rawRepresentation: Data(Ed25519.publicKey(of: seed))) }
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/privatekey/signature(for:)
      public func signature<D: DataProtocol>(for data: D) throws -> Data {
        Data(Ed25519.sign([UInt8](data), with: seed))
      }
    }

    // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
    public struct PublicKey: Sendable {
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/rawrepresentation
      public let rawRepresentation: Data

      init(rawRepresentation: Data) { self.rawRepresentation = rawRepresentation }
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/init(rawrepresentation:)
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {
        self.init(rawRepresentation: rawRepresentation.withUnsafeBytes { Data($0) })
        guard self.rawRepresentation.count == 32 else { throw CryptoKitError.incorrectKeySize }
      }
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/isvalidsignature(_:for:)
      public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
        Ed25519.isValid([UInt8](signature), of: [UInt8](data), by: [UInt8](rawRepresentation))
      }
    }
  }
}

// https://developer.apple.com/documentation/cryptokit/cryptokiterror
@available(macOS 10.15, iOS 13.0, *)
public enum CryptoKitError: Error {
  // https://developer.apple.com/documentation/cryptokit/cryptokiterror/incorrectkeysize
  case incorrectKeySize
}

/// Stand-in: the signatures of OpenSSL.
enum Ed25519 {
  #if os(Linux)
    static func publicKey(of seed: [UInt8]) -> [UInt8] {
      withKey(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, 32)) { key in
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = 32
        precondition(EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1)
        return bytes
      }
    }

    static func sign(_ message: [UInt8], with seed: [UInt8]) -> [UInt8] {
      withKey(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, 32)) { key in
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 64)
        var count = 64
        precondition(EVP_DigestSignInit(context, nil, nil, nil, key) == 1)
        precondition(EVP_DigestSign(context, &signature, &count, message, message.count) == 1)
        return signature
      }
    }

    static func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
      withKey(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, 32)) { key in
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
          && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
      }
    }

    private static func withKey<Result>(_ key: OpaquePointer?, _ use: (OpaquePointer) -> Result) -> Result {
      guard let key else { preconditionFailure("OpenSSL refused the key") }
      defer { EVP_PKEY_free(key) }
      return use(key)
    }
  #else
    // For Apple's platforms this module is only compiled, as an interface.
    static func publicKey(of seed: [UInt8]) -> [UInt8] { fatalError() }
    static func sign(_ message: [UInt8], with seed: [UInt8]) -> [UInt8] { fatalError() }
    static func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
      fatalError()
    }
  #endif
}

public import Foundation

// https://developer.apple.com/documentation/cryptokit/symmetrickey
@available(macOS 10.15, iOS 13.0, *)
public struct SymmetricKey: ContiguousBytes, Sendable {
  // https://developer.apple.com/documentation/cryptokit/symmetrickey/init(size:)
  public init(size: SymmetricKeySize) {}
  // https://developer.apple.com/documentation/cryptokit/symmetrickey/init(data:)
  public init<D: ContiguousBytes>(data: D) {}
  // https://developer.apple.com/documentation/cryptokit/symmetrickey/withunsafebytes(_:)
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/symmetrickeysize
@available(macOS 10.15, iOS 13.0, *)
public struct SymmetricKeySize: Sendable {
  // https://developer.apple.com/documentation/cryptokit/symmetrickeysize/bits256
  public static var bits256: SymmetricKeySize { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/aes
@available(macOS 10.15, iOS 13.0, *)
public enum AES: Sendable {
  // https://developer.apple.com/documentation/cryptokit/aes/gcm
  public enum GCM: Sendable {
    // https://developer.apple.com/documentation/cryptokit/aes/gcm/nonce
    public struct Nonce: Sendable {}

    // https://developer.apple.com/documentation/cryptokit/aes/gcm/sealedbox
    public struct SealedBox: Sendable {
      // https://developer.apple.com/documentation/cryptokit/aes/gcm/sealedbox/init(combined:)
      public init<D: DataProtocol>(combined: D) throws {}
      // https://developer.apple.com/documentation/cryptokit/aes/gcm/sealedbox/combined
      public var combined: Data? { fatalError() }
    }

    // https://developer.apple.com/documentation/cryptokit/aes/gcm/seal(_:using:nonce:authenticating:)
    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
      _ message: Plaintext, using key: SymmetricKey, nonce: AES.GCM.Nonce? = nil,
      authenticating authenticatedData: AuthenticatedData
    ) throws -> SealedBox { fatalError() }
    // https://developer.apple.com/documentation/cryptokit/aes/gcm/open(_:using:authenticating:)
    public static func open<AuthenticatedData: DataProtocol>(
      _ sealedBox: SealedBox, using key: SymmetricKey, authenticating authenticatedData: AuthenticatedData
    ) throws -> Data { fatalError() }
  }
}

// https://developer.apple.com/documentation/cryptokit/p256
@available(macOS 10.15, iOS 13.0, *)
public enum P256: Sendable {
  // https://developer.apple.com/documentation/cryptokit/p256/signing
  public enum Signing: Sendable {
    // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey
    public struct PrivateKey: Sendable {
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/init(compactrepresentable:)
      public init(compactRepresentable: Bool = true) {}
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/publickey
      public var publicKey: P256.Signing.PublicKey { fatalError() }
      // https://developer.apple.com/documentation/cryptokit/p256/signing/privatekey/signature(for:)
      public func signature<D: DataProtocol>(for data: D) throws -> P256.Signing.ECDSASignature {
        fatalError()
      }
    }

    // https://developer.apple.com/documentation/cryptokit/p256/signing/publickey
    public struct PublicKey: Sendable {
      // https://developer.apple.com/documentation/cryptokit/p256/signing/publickey/x963representation
      public var x963Representation: Data { fatalError() }
    }

    // https://developer.apple.com/documentation/cryptokit/p256/signing/ecdsasignature
    public struct ECDSASignature: Sendable {
      // https://developer.apple.com/documentation/cryptokit/p256/signing/ecdsasignature/rawrepresentation
      public var rawRepresentation: Data { fatalError() }
      // https://developer.apple.com/documentation/cryptokit/p256/signing/ecdsasignature/derrepresentation
      public var derRepresentation: Data { fatalError() }
    }
  }
}

// https://developer.apple.com/documentation/cryptokit/hashfunction
@available(macOS 10.15, iOS 13.0, *)
public protocol HashFunction {}

// https://developer.apple.com/documentation/cryptokit/insecure
@available(macOS 10.15, iOS 13.0, *)
public enum Insecure: Sendable {
  // https://developer.apple.com/documentation/cryptokit/insecure/sha1
  public struct SHA1: HashFunction, Sendable {}
}

// https://developer.apple.com/documentation/cryptokit/hmac
@available(macOS 10.15, iOS 13.0, *)
public struct HMAC<H: HashFunction>: Sendable {
  // https://developer.apple.com/documentation/cryptokit/hmac/mac
  public struct MAC: Sequence, Sendable {
    // https://developer.apple.com/documentation/cryptokit/hashedauthenticationcode/makeiterator()
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  }

  // https://developer.apple.com/documentation/cryptokit/hmac/authenticationcode(for:using:)
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
    fatalError()
  }
}

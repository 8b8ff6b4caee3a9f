public import Foundation

// https://developer.apple.com/documentation/cryptokit/curve25519
@available(macOS 10.15, iOS 13.0, *)
public enum Curve25519: Sendable {
  // https://developer.apple.com/documentation/cryptokit/curve25519/signing
  public enum Signing: Sendable {
    // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
    public struct PublicKey: Sendable {
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/init(rawrepresentation:)
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {}
      // https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey/isvalidsignature(_:for:)
      public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
        fatalError()
      }
    }
  }
}

import CryptoKit
import Foundation
import NEAR
import Testing

@testable import NEARConnect

/// The check of wallets' signatures by Apple's cryptography.
struct KeyProofTests {
  private let key = Curve25519.Signing.PrivateKey()
  private let digest = [UInt8](repeating: 7, count: 32)

  private func signature() throws -> NEARSignature {
    try NEARSignature(curve: .ed25519, bytes: Array(key.signature(for: Data(digest))))
  }

  private func publicKey(_ key: Curve25519.Signing.PrivateKey) throws -> NEARPublicKey {
    try NEARPublicKey(curve: .ed25519, bytes: Array(key.publicKey.rawRepresentation))
  }

  @Test func signatureOfTheKeyIsValid() throws {
    try KeyProof.check(digest: digest, signature: signature(), publicKey: publicKey(key))
  }

  @Test func otherDigestOrKeyIsRefused() throws {
    let signature = try signature()
    let (own, other) = try (publicKey(key), publicKey(Curve25519.Signing.PrivateKey()))
    let refusal = #expect(throws: NEARError.self) {
      try KeyProof.check(digest: digest.reversed() + [0], signature: signature, publicKey: own)
    }
    #expect(refusal?.code == .wrongSignature)
    #expect(throws: NEARError.self) {
      try KeyProof.check(digest: digest, signature: signature, publicKey: other)
    }
  }

  @Test func secp256k1IsRefusedAsUnsupported() throws {
    let other = try NEARPublicKey(curve: .secp256k1, bytes: [UInt8](repeating: 1, count: 64))
    let signature = try signature()
    let refusal = #expect(throws: NEARError.self) {
      try KeyProof.check(digest: digest, signature: signature, publicKey: other)
    }
    #expect(refusal?.code == .unsupportedCurve)
  }
}

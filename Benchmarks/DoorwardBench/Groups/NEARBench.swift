import Encodings
import NEAR
import NEARSignatures

/// Compares NEAR's signed messages with libsodium's signature check, which every message needs.
enum NEARBench {
  private struct Proof {
    let message: NEP413Message
    let nonce: String
    let publicKey: String
    let signature: String
    let policy: NEP413Policy
    let raw: (signature: [UInt8], digest: [UInt8], key: [UInt8])
    let delegateAction: String
  }

  static func group() throws -> MeasurementGroup {
    let proofs = try (0..<128).map(proof)
    let raw = RawEd25519(proofs.map(\.raw))
    let verifier = NEP413Verifier(policy: .recipient("accounts.example.com"))
    let signatures = NEARSignatureVerifier()
    return MeasurementGroup(
      measurements: [
        Measurement("libsodium: check an Ed25519 signature", .computing(raw.run)),
        Measurement(
          "NEP-413: read, check the policies, verify", of: "libsodium: check an Ed25519 signature",
          target: .ratio(0.90),
          .computing { count in
            for index in 0..<count {
              let proof = proofs[index % proofs.count]
              keep(
                try verifier.verify(
                  message: proof.message.message, recipient: proof.message.recipient, nonce: proof.nonce,
                  publicKey: proof.publicKey, signature: proof.signature, policy: proof.policy))
            }
          }),
        Measurement(
          "NEP-366: read a signed delegate action, verify", of: "libsodium: check an Ed25519 signature",
          .computing { count in
            for index in 0..<count {
              let signed = try SignedDelegateAction(base64: proofs[index % proofs.count].delegateAction)
              try signatures.verify(signed)
              keep(signed)
            }
          }),
      ])
  }

  private static func proof(number: Int) throws -> Proof {
    var generator = SystemRandomNumberGenerator()
    let key = NEARSecretKey(curve: .ed25519, using: &generator)
    let publicKey = try key.publicKey()
    let message = try NEP413Message(
      message: "Sign in to Example\n\nSite: accounts.example.com\nNetwork: mainnet",
      recipient: "accounts.example.com",
      nonce: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    let signature = try key.sign(message)
    let action = try DelegateAction(
      senderID: publicKey.implicitAccountID, receiverID: NEARAccountID(parsing: "token.near"),
      actions: [
        .functionCall(
          .init(
            methodName: "ft_transfer", arguments: Array(#"{"receiver_id":"bob.near","amount":"1"}"#.utf8),
            gas: 30_000_000_000_000, deposit: .zero))
      ], nonce: UInt64(number), maxBlockHeight: 200_000_000, publicKey: publicKey)
    return Proof(
      message: message, nonce: message.nonceBase64, publicKey: publicKey.description,
      signature: signature.base64, policy: .all(.nonce(message.nonce), .message(message.message)),
      raw: (signature.bytes, message.hash, publicKey.bytes), delegateAction: try key.sign(action).base64)
  }
}

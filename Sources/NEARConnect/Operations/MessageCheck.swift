internal import Encodings
internal import NEAR

/// Checks what a wallet answered to a message it was to sign, before the app is told (NEP-413 §Verification).
struct MessageCheck {
  /// The message as it was asked for.
  let message: NEP413Message
  /// Whom it was asked of.
  let accountId: String
  /// What web wallets are told to come back to; those that sign that along often do not say so.
  let bridgeURL: String
  let rpc: NEARRPCClient

  /// More keys than this no account is searched for.
  private static let maximumKeys = 200

  /// The checked result.
  ///
  /// - Throws: ``NEAR/NEARError`` `malformed_wallet_answer`, `mismatched_wallet_answer`, `wrong_signature`, or
  ///   what the chain's nodes failed with, when they had to be asked for the account's keys.
  func check(_ value: JSONValue) async throws -> MessageSignResult {
    let answer = try SignedMessageAnswer(value)
    if let signer = answer.accountId, signer != accountId {
      throw NEARError.mismatch("it signed for another account")
    }
    let keys = if let key = answer.publicKey { [key] } else { try await keysOfAccount() }
    for key in keys {
      guard let signature = answer.signature(of: key.curve) else { continue }
      for asSigned in try candidates(answer) where isSigned(asSigned, signature, key) {
        return MessageSignResult(
          accountId: accountId, publicKey: key.description, signature: signature.base64,
          message: message.message, recipient: message.recipient, nonce: message.nonce,
          callbackUrl: asSigned.callbackURL)
      }
    }
    throw NEARError(
      code: .wrongSignature, reason: "The wallet answered a signature that is not one over this message.")
  }

  private func isSigned(_ message: NEP413Message, _ signature: NEARSignature, _ key: NEARPublicKey) -> Bool {
    (try? KeyProof.check(digest: message.hash, signature: signature, publicKey: key)) != nil
  }

  /// The message with each callback URL that the wallet may have put in.
  private func candidates(_ answer: SignedMessageAnswer) throws(NEARError) -> [NEP413Message] {
    var urls: [String?] = [nil, bridgeURL]
    if let said = answer.callbackUrl { urls.insert(said, at: 0) }
    var candidates: [NEP413Message] = []
    for url in urls {
      candidates.append(
        try NEP413Message(
          message: message.message, recipient: message.recipient, nonce: message.nonce, callbackURL: url))
    }
    return candidates
  }

  private func keysOfAccount() async throws -> [NEARPublicKey] {
    let account = try NEARAccountID(parsing: accountId)
    // Only a key that may do anything speaks for the account (NEP-413 §Verification).
    let full = try await rpc.viewAccessKeys(of: account).keys.filter { $0.permission == .fullAccess }
    let listed = full.prefix(Self.maximumKeys).compactMap(\.publicKey)
    return listed + [account.implicitKey].compactMap { $0 }.filter { !listed.contains($0) }
  }
}

extension NEARAccountID {
  /// The key that an implicit account is made of (NEAR Protocol Specification §Implicit accounts).
  var implicitKey: NEARPublicKey? {
    guard description.utf8.count == 64, let bytes = try? Hex.decode(description) else { return nil }
    return try? NEARPublicKey(curve: .ed25519, bytes: bytes)
  }
}

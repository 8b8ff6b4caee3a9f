internal import Encodings
internal import NEAR

/// Verifies a wallet's answer to a message before the app receives it (NEP-413 §Verification).
struct MessageCheck {
  /// The message of the request.
  let message: NEP413Message
  /// The account of the request.
  let accountId: String
  /// The return address of web wallets. Wallets that sign it as the callback URL often omit it from their
  /// answer.
  let bridgeURL: String
  let rpc: NEARRPCClient

  /// The most keys of an account that are tried.
  private static let maximumKeys = 200

  /// Verifies the answer.
  ///
  /// - Throws: ``NEAR/NEARError``: `malformed_wallet_answer`, `mismatched_wallet_answer`, `wrong_signature`, or
  ///   the error of the chain's nodes if the account's keys were queried.
  func check(_ value: JSONValue) async throws -> MessageSignResult {
    let answer = try SignedMessageAnswer(value)
    if let signer = answer.accountId, signer != accountId {
      throw NEARError.mismatch("it names another account")
    }
    let keys = if let key = answer.publicKey { [key] } else { try await keysOfAccount() }
    for key in keys {
      guard let signature = answer.signature(of: key.curve) else { continue }
      for asSigned in try candidates(answer) where isSigned(asSigned, signature: signature, key: key) {
        return MessageSignResult(
          accountId: accountId, publicKey: key.description, signature: signature.base64,
          message: message.message, recipient: message.recipient, nonce: message.nonce,
          callbackUrl: asSigned.callbackURL)
      }
    }
    throw NEARError(
      code: .wrongSignature, reason: "The wallet's signature does not match the message.")
  }

  private func isSigned(_ message: NEP413Message, signature: NEARSignature, key: NEARPublicKey) -> Bool {
    (try? KeyProof.check(digest: message.hash, signature: signature, publicKey: key)) != nil
  }

  /// The message with each callback URL that the wallet may have added.
  private func candidates(_ answer: SignedMessageAnswer) throws(NEARError) -> [NEP413Message] {
    var urls: [String?] = [nil, bridgeURL]
    if let reported = answer.callbackUrl { urls.insert(reported, at: 0) }
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
    // Only a full-access key can sign for the account (NEP-413 §Verification).
    let full = try await rpc.viewAccessKeys(of: account).keys.filter { $0.permission == .fullAccess }
    let listed = full.prefix(Self.maximumKeys).compactMap(\.publicKey)
    return listed + [account.implicitKey].compactMap { $0 }.filter { !listed.contains($0) }
  }
}

extension NEARAccountID {
  /// The public key of an implicit account (NEAR Protocol Specification §Implicit accounts).
  var implicitKey: NEARPublicKey? {
    guard description.utf8.count == 64, let bytes = try? Hex.decode(description) else { return nil }
    return try? NEARPublicKey(curve: .ed25519, bytes: bytes)
  }
}

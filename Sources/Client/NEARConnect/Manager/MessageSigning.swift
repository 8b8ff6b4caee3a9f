internal import Encodings
public import Foundation
internal import NEAR

extension NEARWalletManager {
  /// Asks the user to sign a message (NEP-413).
  ///
  /// - Parameters:
  ///   - message: The text to sign.
  ///   - recipient: The recipient of the message, usually the app's account.
  ///   - nonce: 32 bytes that make the message unique; nil for random bytes.
  /// - Returns: The signed message. The manager has verified the signature.
  /// - Throws: ``NEAR/NEARError``: `not_signed_in`, `malformed_nonce`, `message_too_large`,
  ///   `unsupported_by_wallet`, `wrong_signature` and others.
  public func signMessage(
    message: String, recipient: String, nonce: [UInt8]? = nil
  ) async throws -> MessageSignResult {
    let asked = try NEP413Message(message: message, recipient: recipient, nonce: nonce ?? .randomNonce())
    guard let known = currentAccount else { throw NEARError.notSignedIn }
    return try await operate(.signMessage, exclusive: requiresExclusiveUse(of: known)) { begun in
      let (account, wallet) = try await signedIn()
      guard wallet.features.contains(.signMessage) else {
        throw NEARError.unsupported(by: wallet, "sign messages")
      }
      return try await sign(asked, account: account, wallet: wallet, begun)
    }
  }

  /// Signs a message as ``signMessage(message:recipient:nonce:)`` does, with the nonce as `Data`.
  public func signMessage(message: String, recipient: String, nonce: Data) async throws -> MessageSignResult {
    try await signMessage(message: message, recipient: recipient, nonce: Array(nonce))
  }

  func sign(
    _ message: NEP413Message, account: NEARAccount, wallet: NEARWallet, _ begun: Epoch
  ) async throws -> MessageSignResult {
    let answer = try await request(
      "signMessage", of: wallet,
      ["signerId": .string(account.accountId), "messageParams": message.parameters])
    let signed = try await check(message, of: account.accountId).check(answer)
    if currentAccount == account, account.publicKey == nil {
      try keep(account.with(publicKey: signed.publicKey), begun)
    }
    return signed
  }

  func check(_ message: NEP413Message, of accountId: String) -> MessageCheck {
    MessageCheck(
      message: message, accountId: accountId, bridgeURL: bridgeURL,
      rpc: rpc)
  }

  /// Whether the wallet of an account can have only one request at a time.
  func requiresExclusiveUse(of account: NEARAccount) -> Bool {
    // A wallet that is not in the list yet may control a device.
    (try? wallet(account.walletId)).map { !$0.takesSeveralRequests } ?? true
  }
}

extension NEP413Message {
  /// The message in near-connect's format. The page decodes the nonce from base64.
  var parameters: JSONValue {
    ["message": .string(message), "recipient": .string(recipient), "nonce": .string(nonceBase64)]
  }
}

extension [UInt8] {
  /// 32 bytes from the system's random number generator.
  static func randomNonce() -> [UInt8] {
    var source = SystemRandomNumberGenerator()
    return (0..<NEP413Message.nonceLength).map { _ in UInt8.random(in: 0...255, using: &source) }
  }
}

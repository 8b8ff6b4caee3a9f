internal import Encodings
public import Foundation
internal import NEAR

extension NEARWalletManager {
  /// Has the person sign a message (NEP-413).
  ///
  /// - Parameters:
  ///   - message: The text to sign.
  ///   - recipient: For whom it is: mostly the app's own account.
  ///   - nonce: 32 bytes that make it unique; nil for random ones.
  /// - Returns: The signed message. The signature has been checked.
  /// - Throws: ``NEAR/NEARError``: `not_signed_in`, `malformed_nonce`, `message_too_large`,
  ///   `unsupported_by_wallet`, `wrong_signature` and others.
  public func signMessage(
    message: String, recipient: String, nonce: [UInt8]? = nil
  ) async throws -> MessageSignResult {
    let asked = try NEP413Message(message: message, recipient: recipient, nonce: nonce ?? .randomNonce())
    guard let known = currentAccount else { throw NEARError.notSignedIn }
    return try await operate(.signMessage, alone: isAlone(known)) { begun in
      let (account, wallet) = try await signedIn()
      guard wallet.features.contains(.signMessage) else {
        throw NEARError.unsupported(by: wallet, "sign messages")
      }
      return try await sign(asked, account: account, wallet: wallet, begun)
    }
  }

  /// As ``signMessage(message:recipient:nonce:)``, with the nonce as `Data`.
  public func signMessage(message: String, recipient: String, nonce: Data) async throws -> MessageSignResult {
    try await signMessage(message: message, recipient: recipient, nonce: Array(nonce))
  }

  func sign(
    _ message: NEP413Message, account: NEARAccount, wallet: NEARWallet, _ begun: Epoch
  ) async throws -> MessageSignResult {
    let answer = try await ask(
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

  /// Whether what is asked of the account's wallet has to wait there alone.
  func isAlone(_ account: NEARAccount) -> Bool {
    // A wallet that is not known yet may be a device.
    (try? wallet(account.walletId)).map { !$0.takesSeveralRequests } ?? true
  }
}

extension NEP413Message {
  /// As near-connect is told; the page makes bytes of the nonce.
  var parameters: JSONValue {
    ["message": .string(message), "recipient": .string(recipient), "nonce": .string(nonceBase64)]
  }
}

extension [UInt8] {
  /// 32 bytes from the system's source.
  static func randomNonce() -> [UInt8] {
    var source = SystemRandomNumberGenerator()
    return (0..<NEP413Message.nonceLength).map { _ in UInt8.random(in: 0...255, using: &source) }
  }
}

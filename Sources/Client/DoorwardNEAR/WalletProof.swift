public import Doorward
internal import NEARConnect

/// Gets a challenge from the server and has a wallet sign it.
struct WalletProof: Sendable {
  let client: NearClient
  let manager: NEARWalletManager
  let walletId: String?
  let purpose: ProofPurpose

  /// A challenge, the wallet's signature over it, and a description of the wallet.
  struct Answer {
    let challenge: NearChallenge
    let proof: NearProof
    let metadata: WalletLoginMetadata
  }

  func request() async throws -> Answer {
    let network = await manager.network.rawValue
    var challenge = try await client.challenge(network: network, for: purpose)
    var signed = try await sign(challenge)
    if let callback = signed.callbackUrl, callback != challenge.callbackURL {
      // This wallet adds a callback URL to the text that it signs. The server must issue a challenge with this URL,
      // and it decides whether the application may use the URL.
      challenge = try await client.challenge(network: network, callbackURL: callback, for: purpose)
      signed = try await sign(challenge)
    }
    let wallet = await manager.currentAccount?.walletId
    return Answer(
      challenge: challenge,
      proof: NearProof(accountId: signed.accountId, publicKey: signed.publicKey, signature: signed.signature),
      metadata: WalletLoginMetadata(
        walletClientType: wallet.map { WalletClientType(rawValue: $0) }, connectorType: "near_connect"))
  }

  private func sign(_ challenge: NearChallenge) async throws -> MessageSignResult {
    do {
      let connected = await manager.currentAccount?.walletId
      if let connected, walletId == nil || walletId == connected {
        return try await manager.signMessage(
          message: challenge.message, recipient: challenge.recipient, nonce: challenge.nonce)
      }
      let result = try await manager.connectAndSignMessage(
        message: challenge.message, recipient: challenge.recipient, nonce: challenge.nonce, walletId: walletId
      )
      if let signed = result.signed { return signed }
    } catch let error as NEARError {
      guard error.code == .unsupportedByWallet else { throw DoorwardError(error) }
    }
    throw DoorwardError(
      code: .walletCannotSign, reason: "This wallet can connect but cannot sign messages.",
      recoverySuggestion: "Choose another wallet.")
  }
}

extension DoorwardError {
  /// Creates an error with the code and the reason of a wallet's error.
  init(_ error: NEARError) {
    self.init(code: Code(rawValue: error.code.rawValue), reason: error.reason)
  }
}

extension DoorwardError.Code {
  /// The wallet can connect but cannot sign messages, so it cannot prove that the user owns the account.
  public static let walletCannotSign = DoorwardError.Code(rawValue: "wallet_cannot_sign")
}

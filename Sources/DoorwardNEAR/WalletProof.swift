internal import Doorward
internal import NEARConnect

/// A challenge of the server, taken to a wallet and back.
struct WalletProof: Sendable {
  let client: NearClient
  let manager: NEARWalletManager
  let walletId: String?
  let purpose: ProofPurpose

  /// What the wallet made of it.
  struct Answer {
    let challenge: NearChallenge
    let proof: NearProof
    let metadata: WalletLoginMetadata
  }

  func ask() async throws -> Answer {
    let network = await manager.network.rawValue
    var challenge = try await client.challenge(network: network, for: purpose)
    var signed = try await sign(challenge)
    if let callback = signed.callbackUrl, callback != challenge.callbackURL {
      // A wallet that puts in where it comes back to signs something else than was asked; the server has to be
      // asked for just that, and decides whether the application goes there.
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
      code: .walletCannotSign, reason: "This wallet can connect, and cannot sign messages.",
      recoverySuggestion: "Choose another wallet.")
  }
}

extension DoorwardError {
  /// What a wallet failed with, under the same code.
  init(_ error: NEARError) {
    self.init(code: Code(rawValue: error.code.rawValue), reason: error.reason)
  }
}

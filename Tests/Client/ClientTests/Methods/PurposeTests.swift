import Doorward
import DoorwardTesting
import Foundation
import Testing

/// The purpose of a message: it signs in or links, and the other call refuses it with a sentence about the purpose.
@MainActor struct PurposeTests {
  private let server = DoorwardTestServer()

  private func params(_ wallet: TestEthereumWallet) -> SiweMessageParams {
    SiweMessageParams(
      appDomain: "accounts.test", appUri: "https://accounts.test", chainId: "1", walletAddress: wallet.address
    )
  }

  @Test func messageToSignInCannotLink() async throws {
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    try await doorward.siwe.login(with: TestEthereumWallet())
    let message = try await doorward.siwe.generateSiweMessage(params: params(wallet), purpose: .signIn)
    let signature = wallet.personalSign(message)
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.linkWithSiwe(signature)
    }
    #expect(error?.code == .noMessage)
    #expect(error?.reason == "This message is for a sign-in and cannot link a wallet.")
    let stateless = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.link(message: message, signature: signature)
    }
    #expect(stateless?.reason == error?.reason)
    // The refusals did not use the message.
    #expect(try await doorward.siwe.loginWithSiwe(signature).isLoggedIn)
  }

  @Test(arguments: [ProofPurpose.link, .move]) func messageToLinkCannotSignIn(_ purpose: ProofPurpose)
    async throws
  {
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    try await doorward.siwe.login(with: TestEthereumWallet())
    let message = try await doorward.siwe.generateSiweMessage(params: params(wallet), purpose: purpose)
    let signature = wallet.personalSign(message)
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.loginWithSiwe(signature)
    }
    #expect(error?.code == .noMessage)
    #expect(error?.reason == "This message is for linking a wallet and cannot sign in.")
    let state = try await doorward.siwe.linkWithSiwe(signature)
    #expect(state.user?.info.identities.count == 2)
  }

  @Test func withoutAPurposeTheStateDecides() async throws {
    let doorward = Doorward(server.configuration)
    let (first, second) = (TestEthereumWallet(), TestEthereumWallet())
    let toSignIn = try await doorward.siwe.generateSiweMessage(params: params(first))
    try await doorward.siwe.loginWithSiwe(first.personalSign(toSignIn))
    let toLink = try await doorward.siwe.generateSiweMessage(params: params(second))
    let state = try await doorward.siwe.linkWithSiwe(second.personalSign(toLink))
    #expect(state.user?.info.identities.count == 2)
  }

  @Test func purposeOfANearChallengeIsChecked() async throws {
    let doorward = Doorward(server.configuration)
    let wallet = TestNearWallet()
    let challenge = try await doorward.near.challenge()
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.near.link(challenge, proof: wallet.sign(challenge))
    }
    #expect(error?.reason == "This message is for a sign-in and cannot link a wallet.")
    #expect(try await doorward.near.login(challenge, proof: wallet.sign(challenge)).isLoggedIn)
  }
}

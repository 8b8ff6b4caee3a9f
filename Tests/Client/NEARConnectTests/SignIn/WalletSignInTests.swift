import ChildProcesses
import Doorward
import DoorwardNEAR
import Encodings
import Foundation
import NEARConnect
import NEARSignatures
import Testing

/// Wallet sign-ins to the server, with the manager's test host and wallets that sign with real keys.
@MainActor struct WalletSignInTests {
  private let server: RunningServer

  init() async throws { server = try await RunningServer.start() }

  @Test(.timeLimit(.minutes(1)), arguments: [("both", UInt8(21)), ("signs", 22)])
  func walletSignsInWithOneOrTwoApprovals(_ wallet: String, _ seed: UInt8) async throws {
    let (scene, doorward) = try await pair(seed: seed)
    let state = try await doorward.near.login(with: scene.manager, walletId: wallet)
    #expect(state.isLoggedIn)
    let identity = try #require(state.user?.info.identities.first)
    #expect(identity.type == "near")
    #expect(identity.identifier == scene.wallet.accountId)
    #expect(identity.network == "mainnet")
    #expect(identity.walletClientType == wallet)
    #expect(identity.connectorType == "near_connect")
    #expect(scene.manager.isSignedIn)
  }

  @Test(.timeLimit(.minutes(1))) func connectedWalletOnlySigns() async throws {
    let (scene, doorward) = try await pair()
    try await scene.manager.signIn(walletId: "both")
    let before = scene.host.calls.count
    #expect(try await doorward.near.login(with: scene.manager).isLoggedIn)
    #expect(scene.host.calls.dropFirst(before).map(\.name).filter { $0.hasPrefix("sign") } == ["signMessage"])
  }

  @Test(.timeLimit(.minutes(1))) func walletThatOnlyConnectsCannotSignIn() async throws {
    let (scene, doorward) = try await pair()
    await #expect(throws: DoorwardError(code: .walletCannotSign, reason: "")) {
      try await doorward.near.login(with: scene.manager, walletId: "plain")
    }
    // The wallet is connected now, and a second attempt fails in the same way.
    #expect(scene.manager.isSignedIn)
    await #expect(throws: DoorwardError(code: .walletCannotSign, reason: "")) {
      try await doorward.near.login(with: scene.manager)
    }
    #expect(!doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func declinedRequestDoesNotSignIn() async throws {
    let (scene, doorward) = try await pair()
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signMessage" { return .failure("User rejected the request") }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.near.login(with: scene.manager, walletId: "signs")
    }
    #expect(error?.code == .rejected)
    #expect(error?.isCancellation == true)
    #expect(!doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func accountIsLinkedAndUnlinked() async throws {
    let (scene, doorward) = try await pair()
    let first = try await doorward.near.login(with: scene.manager, walletId: "both")
    let (other, _) = try await pair(seed: 9)
    let linked = try await doorward.near.link(with: other.manager, walletId: "both")
    #expect(linked.user?.id == first.user?.id)
    #expect(linked.user?.info.identities.count == 2)
    let unlinked = try await doorward.near.unlink(accountId: other.wallet.accountId, network: "mainnet")
    #expect(unlinked.user?.info.identities.map(\.identifier) == [scene.wallet.accountId])
    await #expect(throws: DoorwardError.self) {
      try await doorward.near.unlink(accountId: scene.wallet.accountId)
    }
  }

  @Test(.timeLimit(.minutes(1))) func challengeIsValidOnceAndOnlyForItsClient() async throws {
    let (scene, doorward) = try await pair()
    let challenge = try await doorward.near.challenge(network: "mainnet")
    let signed = try await scene.manager.connectAndSignMessage(
      message: challenge.message, recipient: challenge.recipient, nonce: challenge.nonce, walletId: "both")
    let proof = NearProof(
      accountId: signed.account.accountId, publicKey: try #require(signed.publicKey),
      signature: try #require(signed.signedMessage))
    let (_, stranger) = try await pair()
    await #expect(throws: DoorwardError(code: .noMessage, reason: "")) {
      try await stranger.near.login(challenge, proof: proof)
    }
    #expect(try await doorward.near.login(challenge, proof: proof).isLoggedIn)
    await #expect(throws: DoorwardError(code: .noMessage, reason: "")) {
      try await doorward.near.login(challenge, proof: proof)
    }
  }

  private func pair(seed: UInt8 = 7) async throws -> (TestScene, Doorward) {
    let key = try TestWallet(seed: seed).key
    // The server has no connection to a chain. It accepts an implicit account for its key.
    let name = Hex.encode(try key.publicKey().bytes)
    let scene = try TestScene(wallet: TestWallet(accountId: name, seed: seed))
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: server.origin)), storage: InMemorySessionStorage(),
        logger: .silent, renewsAhead: false))
    return (scene, doorward)
  }
}

import Doorward
import DoorwardFlow
import DoorwardTesting
import Observation
import SwiftUI
import Testing

@testable import DoorwardUI

/// The window of the app's wallet is above the view that waits for the wallet.
@MainActor struct WalletSheetTests {
  /// A wallet that shows its window until the user approves.
  @MainActor @Observable final class AppWallet {
    var isShown = false
    @ObservationIgnored private let approvals: AsyncStream<Void>
    @ObservationIgnored private let approval: AsyncStream<Void>.Continuation

    init() { (approvals, approval) = AsyncStream.makeStream() }

    func ask() async {
      isShown = true
      for await _ in approvals { break }
      isShown = false
    }

    func approve() { approval.yield() }
  }

  struct WithWallet: View {
    let screen: DoorwardScreen
    @Bindable var wallet: AppWallet

    var body: some View {
      screen.standard.sheet(isPresented: $wallet.isShown) {
        Button("Approve") { wallet.approve() }.accessibilityIdentifier("approve")
      }
    }
  }

  private let wallet = AppWallet()
  private let near = TestNearWallet()

  private var config: DoorwardAuthenticationFlowConfig {
    let (wallet, near) = (wallet, near)
    return .forTests
      .proofs(
        SignInProofs(near: { doorward in
          await wallet.ask()
          let challenge = try await doorward.near.challenge()
          return try await doorward.near.login(challenge, proof: near.sign(challenge))
        })
      )
      .replacing("proof.near") { WithWallet(screen: $0, wallet: wallet) }
      .replacing("account.add-near") { WithWallet(screen: $0, wallet: wallet) }
  }

  private var links: AccountLinks {
    let (wallet, near) = (wallet, near)
    return AccountLinks(near: { doorward in
      await wallet.ask()
      let challenge = try await doorward.near.challenge(for: .link)
      _ = try await doorward.near.link(challenge, proof: near.sign(challenge))
      return doorward.authState
    })
  }

  private func approve(_ screen: Screen) async throws {
    try #require(await screen.wait { screen.canPress("approve") })
    #expect(screen.mistakes == [])
    screen.press("approve")
    try #require(await screen.wait { !screen.has("approve") })
  }

  @Test(.timeLimit(.minutes(1))) func walletIsShownAboveTheSignIn() async throws {
    let scene = try await SignInScene { $0.methods = ["near"] }
    let screen = scene.screen(DoorwardUserButton(flowConfig: config, links: links))
    #expect(screen.press("doorward.user.sign-in"))
    try #require(await screen.wait { screen.has("\(start).near") })
    #expect(screen.press("\(start).near"))
    try await approve(screen)
    try #require(await screen.wait { screen.has("doorward.user") && !screen.has("\(start).near") })
    #expect(!screen.has("doorward.sign-in.loading.title"))
  }

  @Test(.timeLimit(.minutes(1))) func walletIsShownAboveTheAccount() async throws {
    let scene = try await SignInScene { $0.methods = ["password", "code", "near"] }
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    let screen = scene.screen(DoorwardUserButton(flowConfig: config, links: links))
    #expect(screen.press("doorward.user.account"))
    let add = "doorward.account.wallets.add-near"
    try #require(await screen.wait { screen.canPress(add) })
    #expect(screen.press(add))
    try await approve(screen)
    try #require(await screen.wait { screen.has("doorward.account.account.notice") })
    #expect(scene.doorward.currentUser?.info.identities.contains { $0.type == "near" } == true)
  }

  /// A replaced view is also the one that confirms a user in the account.
  @Test(.timeLimit(.minutes(1))) func walletIsShownAboveTheConfirmation() async throws {
    let scene = try await SignInScene { $0.methods = ["near"] }
    let challenge = try await scene.doorward.near.challenge()
    try await scene.doorward.near.login(challenge, proof: near.sign(challenge))
    await scene.server.requireRecentSignIn()
    let screen = scene.screen(DoorwardUserButton(flowConfig: config, links: links))
    #expect(screen.press("doorward.user.account"))
    let delete = "doorward.account.leaving.delete"
    try #require(await screen.wait { screen.canPress(delete) })
    #expect(screen.press(delete))
    #expect(screen.press("doorward.account.delete-account.confirm"))
    try #require(await screen.wait { screen.canPress("\(start).near") })
    #expect(screen.press("\(start).near"))
    try await approve(screen)
    try #require(await screen.wait { screen.has("doorward.account.finished.deleted.title") })
  }
}

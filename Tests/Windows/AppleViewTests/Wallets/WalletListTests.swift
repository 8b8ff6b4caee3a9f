import Accessibility
import Doorward
import SwiftUI
import Testing

@testable import DoorwardUI

@MainActor struct WalletListTests {
  private let wallets = [
    DoorwardWallet(id: "meteor", name: "Meteor Wallet", detail: "mainnet"),
    DoorwardWallet(id: "other", name: "Other"),
  ]

  private func list(_ choose: @escaping @MainActor (DoorwardWallet) async throws -> Void) -> Screen {
    Screen(DoorwardWalletList(wallets: wallets, choose: choose).doorwardLanguage("en"))
  }

  @Test func walletsAreButtons() { expectTree("wallets", list { _ in }) }

  @Test(.timeLimit(.minutes(1))) func chosenWalletIsBusyUntilItAnswers() async throws {
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let screen = list { _ in for await _ in answers { return } }
    #expect(screen.press("doorward.wallets.meteor"))
    #expect(!screen.canPress("doorward.wallets.other"))
    answer.yield()
    try #require(await screen.wait { screen.canPress("doorward.wallets.other") })
    #expect(!screen.has("doorward.wallets.problem"))
  }

  @Test(.timeLimit(.minutes(1))) func failedWalletHasASentence() async throws {
    let screen = list { _ in throw DoorwardError(code: .offline, reason: "offline") }
    screen.press("doorward.wallets.other")
    try #require(await screen.wait { screen.has("doorward.wallets.problem") })
    expectTree("wallets.problem", screen)
    let problem = try #require(screen.find("doorward.wallets.problem")?.label)
    #expect(Announcements.posted.contains(problem))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (
        DoorwardError.Code(rawValue: "invalid_signature"),
        "The wallet could not prove that the account is yours. Try again, or use another wallet."
      ), (.wrongDomain, "The server is not set up for this app. Tell the developer of the app."),
    ])
  func refusedProofHasASentenceForApps(_ code: DoorwardError.Code, _ expected: String) async throws {
    #expect(try await sentence(after: DoorwardError(code: code, reason: "")) == expected)
  }

  @Test(.timeLimit(.minutes(1))) func brokenWalletHasASentence() async throws {
    struct Broken: Error {}
    #expect(
      try await sentence(after: Broken())
        == "The other app or the wallet could not finish. Try again.")
  }

  /// The sentence that the list shows after the failure of a wallet.
  private func sentence(after error: any Error) async throws -> String? {
    let screen = list { _ in throw error }
    screen.press("doorward.wallets.other")
    try #require(await screen.wait { screen.has("doorward.wallets.problem") })
    return screen.find("doorward.wallets.problem")?.label
  }

  @Test(.timeLimit(.minutes(1))) func cancelledWalletIsNoProblem() async throws {
    let screen = list { _ in throw DoorwardError(code: .cancelled, reason: "cancelled") }
    screen.press("doorward.wallets.other")
    try #require(await screen.wait { screen.canPress("doorward.wallets.other") })
    #expect(!screen.has("doorward.wallets.problem"))
  }
}

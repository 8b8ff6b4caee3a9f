import ChildProcesses
import Doorward
import Encodings
import EthereumSignatures
import Foundation
import Testing

/// Wallets that move between accounts, and sessions that end with a wallet.
@MainActor struct IdentityTests {
  @Test(.timeLimit(.minutes(1))) func walletOfAnotherAccountIsOfferedAndMoves() async throws {
    let client = try Client(await RunningServer.start())
    let wallet = TestWallet(.throwaway())
    let other = try Client(client.server)
    try await other.doorward.siwe.login(with: wallet)
    try await other.doorward.user.updatePersonalInfo(name: "Ada")
    try await client.signIn()

    let error = await #expect(throws: DoorwardError(code: .identityInUse, reason: "")) {
      try await client.doorward.siwe.link(with: wallet)
    }
    let offer = try #require(error?.identityInUse)
    #expect(offer.accountName == "Ada")
    #expect(offer.accountCreatedAt != nil)
    #expect(offer.type == "ethereum")
    #expect(offer.identifier == wallet.address)
    #expect(offer.deletesAccount)

    let moved = try await client.doorward.siwe.link(with: wallet, moving: true)
    #expect(moved.user?.info.identities.count == 2)
    await #expect(throws: DoorwardError.self) { try await other.doorward.user.refresh() }
    #expect(!other.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func removingTheWalletOfThisSessionSignsOut() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let added = TestWallet(.throwaway())
    try await client.doorward.siwe.link(with: added)
    let other = try Client(client.server)
    try await other.doorward.siwe.login(with: added)
    let state = try await other.doorward.siwe.unlink(address: added.address)
    #expect(!state.isLoggedIn)
    #expect(!other.doorward.isLoggedIn)
    #expect(try await client.doorward.identities.all().count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func largestMetadataIsReadBackInEveryAnswer() async throws {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    let deep = (0..<6).reduce(JSONValue.integer(1)) { value, level in
      level.isMultiple(of: 2) ? [value] : ["a": value]
    }
    let members: JSONObject = [
      "deep": ["a": deep], "text": .string(String(repeating: "\u{1}", count: 2690)),
    ]
    let metadata = try DoorwardJSON(json: Data(members.serialized()))
    #expect((16_000...16 * 1024).contains(metadata.json.count))
    let user = try await client.doorward.user.updateMetadata(metadata)
    #expect(user?.info.metadata == metadata)
    let state = try await client.doorward.siwe.login(with: TestWallet(client.wallet))
    #expect(state.user?.info.metadata == metadata)
    #expect(try await client.doorward.user.export()["user"]?["metadata"] == .object(metadata))
  }
}

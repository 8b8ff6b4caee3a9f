import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

@testable import EthereumSamples

/// The samples of the documents have the documented results.
@MainActor struct ExternalWalletLoginTests {
  @Test(.timeLimit(.minutes(1))) func samplesSignIn() async throws {
    let client = try Client(await RunningServer.start())
    let params = try client.server.params(client.wallet)
    let sample = ExternalWalletLogin(
      doorward: client.doorward, walletAddress: params.walletAddress, appDomain: params.appDomain,
      appUri: params.appUri)
    let (notes, continuation) = AsyncStream<String>.makeStream()
    sample.track { continuation.yield($0) }
    var heard = notes.makeAsyncIterator()
    #expect(await heard.next() == "initial")
    let message = try #require(await sample.generate())
    let state = await sample.authenticate(try client.wallet.personalSign(message))
    guard case .authenticated(let user) = state else {
      Issue.record("\(String(describing: state))")
      return
    }
    #expect(user.info.identities.first?.walletClientType == "metamask")
    #expect(user.info.identities.first?.connectorType == "wallet_connect")
    #expect(user.credential.accessToken == (try await client.doorward.accessToken()))
    var seen: [String?] = []
    for _ in 0..<4 { seen.append(await heard.next()) }
    #expect(seen == ["generatingMessage", "awaitingSignature", "submittingSignature", "done"])
    // Without a message there is an error and no sign-in.
    #expect(await sample.authenticate("0x00") == nil)
    #expect(await heard.next() == "error")
  }
}

import Doorward
import DoorwardTesting
import Foundation
import Testing

/// An anonymous user becomes registered once, although answers are lost.
@MainActor struct UpgradeTests {
  private let server = DoorwardTestServer(DoorwardTestOffer(methods: ["siwe", "anonymous"]))
  private let storage = InMemorySessionStorage()
  private let wallet = TestEthereumWallet()

  private func start() -> Doorward {
    var configuration = server.configuration
    configuration.storage = storage
    configuration.visitors = .staySignedOut
    configuration.renewsAhead = false
    return Doorward(configuration)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func nextStartFindsUserWhoseUpgradeAnswerWasLost(_ isServerReached: Bool) async throws {
    var doorward: Doorward? = start()
    let visitor = try #require(try await doorward?.anonymous.login().user)
    for _ in 0..<(isServerReached ? 3 : 1) {
      await server.next(isServerReached ? .lost : .offline, for: "/v1/ethereum/sign-in")
    }
    await #expect(throws: DoorwardError(code: .offline, reason: "")) {
      try await doorward?.siwe.login(with: wallet)
    }
    doorward = nil
    let next = start()
    for await state in next.authStates where state.isLoggedIn { break }
    #expect(next.currentUser?.id == visitor.id)
    #expect(try await next.sessions.all().count == 1)
    let keys = await server.requests.filter { $0.url.hasSuffix("/sign-in") }.map {
      $0.headers["Idempotency-Key"]
    }
    // The upgrade has ended the session of the anonymous user, so the server refuses its token once more.
    #expect(keys.count == (isServerReached ? 5 : 2))
    #expect(keys[0] != nil && Set(keys).count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func repeatedSignInFindsUserWhoseUpgradeAnswerWasLost() async throws {
    let doorward = start()
    let visitor = try #require(try await doorward.anonymous.login().user)
    let params = SiweMessageParams(
      appDomain: "accounts.test", appUri: "https://accounts.test", chainId: "1", walletAddress: wallet.address
    )
    let message = try await doorward.siwe.generateMessage(params: params)
    let signature = wallet.personalSign(message)
    for _ in 0..<3 { await server.next(.lost, for: "/v1/ethereum/sign-in") }
    await #expect(throws: DoorwardError(code: .offline, reason: "")) {
      try await doorward.siwe.login(message: message, signature: signature)
    }
    let state = try await doorward.siwe.login(message: message, signature: signature)
    #expect(state.isLoggedIn && state.user?.id == visitor.id)
  }

  @Test(.timeLimit(.minutes(1))) func refusedUpgradeKeepsAnonymousUser() async throws {
    var doorward: Doorward? = start()
    let visitor = try #require(try await doorward?.anonymous.login().user)
    await server.next(.offline, for: "/v1/ethereum/sign-in")
    _ = try? await doorward?.siwe.login(with: wallet)
    doorward = nil
    // The challenge of the proof has expired by the next start.
    server.advance(by: .seconds(600))
    let next = start()
    #expect(await next.ready().user?.id == visitor.id)
    while String(decoding: try await storage.load() ?? [], as: UTF8.self).contains("pending_upgrade") {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(await next.ready().user?.id == visitor.id)
    #expect(!next.isLoggedIn)
    // A new proof upgrades the same user.
    #expect(try await next.siwe.login(with: wallet).user?.id == visitor.id)
  }

  @Test(.timeLimit(.minutes(1))) func signInOfRegisteredUserNamesNoSession() async throws {
    let doorward = start()
    try await doorward.siwe.login(with: wallet)
    try await doorward.siwe.login(with: wallet)
    let tokens = await server.requests.filter { $0.url.hasSuffix("/sign-in") }.map {
      $0.headers["Authorization"]
    }
    #expect(tokens == [nil, nil])
  }
}

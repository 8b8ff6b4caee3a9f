import Doorward
import DoorwardTesting
import Testing

@MainActor struct SessionSampleTests {
  private let server = DoorwardTestServer()

  @Test func userStaysSignedInWithoutNetwork() async throws {
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())

    await server.setOffline(true)
    server.advance(by: .seconds(15 * 60))

    await #expect(throws: DoorwardError(code: .offline, reason: "")) { try await doorward.accessToken() }
    #expect(doorward.isLoggedIn)
  }

  @Test func anotherDeviceEndsTheSession() async throws {
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    await server.endSessions()
    server.advance(by: .seconds(15 * 60))
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await doorward.accessToken() }
    #expect(!doorward.isLoggedIn)
  }

  @Test func failedSignInIsShown() async throws {
    let doorward = Doorward(server.configuration)
    await server.next(.problem(status: 503, code: "unavailable"), for: "/v1/ethereum/sign-in")
    await #expect(throws: DoorwardError.self) {
      try await doorward.siwe.login(with: TestEthereumWallet())
    }
    #expect(await server.count("/v1/ethereum/sign-in") == 1)
  }
}

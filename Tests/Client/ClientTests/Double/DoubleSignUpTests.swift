import Doorward
import DoorwardTesting
import Foundation
import Testing

/// The double refuses new users, banned users and codes as an app's tests configure it.
@MainActor struct DoubleSignUpTests {
  private func error(_ call: () async throws -> Void) async -> DoorwardError? {
    await #expect(throws: DoorwardError.self) { try await call() }
  }

  @Test(.timeLimit(.minutes(1))) func closedApplicationAcceptsNoNewUsers() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    try await doorward.siwe.login(with: wallet)
    await server.changeOffer { $0.signUp = "closed" }
    #expect(try await doorward.offer().signUp == "closed")
    let refused = await error { try await doorward.siwe.login(with: TestEthereumWallet()) }
    #expect(refused?.code == .signUpClosed)
    #expect(try await doorward.siwe.login(with: wallet).isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func invitedAddressSignsUp() async throws {
    var offer = DoorwardTestOffer()
    offer.signUp = "invited"
    let server = DoorwardTestServer(offer)
    let doorward = Doorward(server.configuration)
    let refused = await error { try await doorward.siwe.login(with: TestEthereumWallet()) }
    #expect(refused?.code == .invitationRequired)
    _ = try await doorward.code.send(email: "eve@example.com")
    #expect(await server.lastCode(to: "eve@example.com") == nil)
    await server.invite("ada@example.com")
    let challenge = try await doorward.code.send(email: "ada@example.com")
    let code = try #require(await server.lastCode(to: "ada@example.com"))
    #expect(try await doorward.code.verify(challenge, code: code).state.user != nil)
  }

  @Test(.timeLimit(.minutes(1))) func onlyListedDomainsSignUp() async throws {
    var offer = DoorwardTestOffer()
    offer.emailDomains = ["example.com"]
    let doorward = Doorward(DoorwardTestServer(offer).configuration)
    #expect(try await doorward.offer().limitsEmailDomains)
    let refused = await error {
      _ = try await doorward.password.signUp(email: "ada@example.org", password: "correct horse battery")
    }
    #expect(refused?.code == .emailDomainNotAllowed)
  }

  @Test(.timeLimit(.minutes(1))) func applicationFixesTheLanguage() async throws {
    var offer = DoorwardTestOffer()
    #expect(try await Doorward(DoorwardTestServer(offer).configuration).offer().language == nil)
    offer.language = "en"
    #expect(try await Doorward(DoorwardTestServer(offer).configuration).offer().language == "en")
  }

  @Test(.timeLimit(.minutes(1))) func banEndsSessionsUntilItsEnd() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    let user = try #require(try await doorward.siwe.login(with: wallet).user?.id)
    await server.banUser(user, until: server.time.now.addingTimeInterval(3600))
    #expect(await server.sessions(of: user).isEmpty)
    let refused = await error { try await doorward.siwe.login(with: wallet) }
    #expect(refused?.code == .userBanned)
    server.advance(by: .seconds(3600))
    #expect(try await doorward.siwe.login(with: wallet).user?.id == user)
    await server.banUser(user)
    await server.unbanUser(user)
    #expect(try await doorward.siwe.login(with: wallet).user?.id == user)
  }

  @Test(.timeLimit(.minutes(1))) func anotherCodeIsSentAfterThePause() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let challenge = try await doorward.code.send(email: "ada@example.com")
    server.advance(by: .seconds(20))
    let refused = await error { _ = try await doorward.code.resend(challenge) }
    #expect(refused?.code == .rateLimited && refused?.retryAfter == .seconds(40))
    server.advance(by: .seconds(challenge.resendAt.timeIntervalSince(server.time.now)))
    _ = try await doorward.code.resend(challenge)
    await server.changeOffer { $0.codePause = 0 }
    server.advance(by: .seconds(60))
    for _ in 0..<2 { _ = try await doorward.code.send(email: "ada@example.com") }
  }
}

import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Photos, deletions and required second factors in the tests of an app.
@MainActor struct DoubleAccountTests {
  @Test(.timeLimit(.minutes(1))) func advancedClockDeletesTheAccount() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    let user = try await doorward.siwe.login(with: wallet).user?.id
    try await doorward.user.delete()
    #expect(await server.users == [user])
    let error = await #expect(throws: DoorwardError.self) { try await doorward.siwe.login(with: wallet) }
    let grace = try #require(error?.accountDeletion).deletesAt.timeIntervalSince(server.time.now)
    #expect(grace == 30 * 24 * 3600)
    server.advance(by: .seconds(grace))
    let next = try await doorward.siwe.login(with: wallet).user?.id
    #expect(next != user)
    #expect(await server.users == [next])
  }

  @Test(.timeLimit(.minutes(1))) func accountIsDeletedAtOnceWithoutGrace() async throws {
    let server = DoorwardTestServer()
    await server.changeOffer { $0.deletionGrace = 0 }
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    try await doorward.user.delete()
    #expect(await server.users.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func requirementAsksUsersForAnAuthenticator() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    let wallet = TestEthereumWallet()
    let user = try await doorward.siwe.login(with: wallet).user?.id
    await server.changeOffer { $0.requiresSecondFactor = true }
    let error = await #expect(throws: DoorwardError.self) { try await doorward.siwe.login(with: wallet) }
    let enrollment = try await doorward.secondFactor.enroll(#require(error?.secondFactor))
    let code = try TestAuthenticator(enrollment.authenticator).code(at: server.time.now)
    let done = try await doorward.secondFactor.finish(enrollment, code: code)
    #expect(done.state.user?.id == user && done.recoveryCodes.count == 10)
  }

  @Test(.timeLimit(.minutes(1))) func photoHasAnAddress() async throws {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    let image = try TestImages.data("picture.png")
    let url = try #require(try await doorward.user.setPhoto(image)?.info.photoURL(side: 128))
    let answer = try await server.transport.send(DoorwardRequest(url: url.absoluteString))
    #expect(answer.status == 200 && answer.body == Array(image))
  }
}

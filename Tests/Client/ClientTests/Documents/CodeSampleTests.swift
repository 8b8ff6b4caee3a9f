import Doorward
import DoorwardTesting
import Testing

@MainActor struct CodeSampleTests {
  private let server = DoorwardTestServer()

  @Test func codeSignsIn() async throws {
    let doorward = Doorward(server.configuration)
    let challenge = try await doorward.code.send(email: "ada@example.com")
    let code = try #require(await server.lastCode(to: "ada@example.com"))
    try await doorward.code.verify(challenge, code: code)
    #expect(doorward.currentUser?.info.email == "ada@example.com")
  }

  @Test func lateCodeIsRefused() async throws {
    let doorward = Doorward(server.configuration)
    let challenge = try await doorward.code.send(email: "ada@example.com")
    let code = try #require(await server.lastCode(to: "ada@example.com"))
    server.advance(by: .seconds(6 * 60))
    await #expect(throws: DoorwardError(code: .challengeExpired, reason: "")) {
      try await doorward.code.verify(challenge, code: code)
    }
  }
}

import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Answers of a proxy or a portal that look like refusals of the server.
@MainActor struct ForeignAnswerTests {
  /// The proxy between the client and the server.
  private actor Proxy {
    /// The answer to every request for tokens; nil while the proxy lets requests pass.
    var answer: DoorwardResponse?

    func set(_ answer: DoorwardResponse?) { self.answer = answer }
  }

  @Test(arguments: [
    #"{"error": "invalid_grant"}"#, #"{"error": "invalid_grant", "code": "invalid_grant"}"#,
    #"{"error": "invalid_grant", "trace_id": "1"}"#, #"{"code": 400, "trace_id": 1}"#,
  ])
  func refusalOfAProxyDoesNotSignOut(_ body: String) async throws {
    let (server, proxy) = (DoorwardTestServer(), Proxy())
    var configuration = server.configuration
    configuration.renewsAhead = false
    configuration.transport = DoorwardTransport { [direct = configuration.transport] request in
      if request.url.hasSuffix("/v1/token"), let answer = await proxy.answer { return answer }
      return try await direct.send(request)
    }
    let doorward = Doorward(configuration)
    let user = try await doorward.siwe.login(with: TestEthereumWallet()).user
    await proxy.set(DoorwardResponse(status: 400, body: Array(body.utf8)))
    server.advance(by: .seconds(15 * 60))
    await #expect(throws: DoorwardError(code: .malformedAnswer, reason: "")) {
      try await doorward.accessToken()
    }
    #expect(doorward.currentUser?.id == user?.id)
    await proxy.set(nil)
    _ = try await doorward.accessToken()
  }

  @Test func refusalOfTheServerSignsOut() async throws {
    let server = DoorwardTestServer()
    var configuration = server.configuration
    configuration.renewsAhead = false
    let doorward = Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    await server.next(.problem(status: 400, code: "invalid_grant"), for: "/v1/token")
    server.advance(by: .seconds(15 * 60))
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await doorward.accessToken() }
    #expect(!doorward.isLoggedIn)
  }
}

import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Answers of a proxy or a portal that look like refusals of the server.
struct ForeignAnswerTests {
  /// A client that renews its token only when the test asks for one.
  private func signedIn() async throws -> (Doorward, DoorwardTestServer) {
    let server = DoorwardTestServer()
    var configuration = server.configuration
    configuration.renewsAhead = false
    let doorward = await Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    return (doorward, server)
  }

  @Test(arguments: [
    #"{"error": "invalid_grant"}"#, #"{"error": "invalid_grant", "code": "invalid_grant"}"#,
    #"{"error": "invalid_grant", "trace_id": "1"}"#, #"{"code": 400, "trace_id": 1}"#,
  ])
  func refusalOfAProxyDoesNotSignOut(_ body: String) async throws {
    let (doorward, server) = try await signedIn()
    let user = await doorward.currentUser
    await server.next(
      .response(DoorwardResponse(status: 400, body: Array(body.utf8))), for: "/v1/token")
    server.advance(by: .seconds(15 * 60))
    await #expect(throws: DoorwardError(code: .malformedAnswer, reason: "")) {
      try await doorward.accessToken()
    }
    #expect(await doorward.currentUser?.id == user?.id)
    _ = try await doorward.accessToken()
  }

  @Test func refusalOfTheServerSignsOut() async throws {
    let (doorward, server) = try await signedIn()
    await server.next(.problem(status: 400, code: "invalid_grant"), for: "/v1/token")
    server.advance(by: .seconds(15 * 60))
    await #expect(throws: DoorwardError(code: .sessionEnded, reason: "")) { try await doorward.accessToken() }
    #expect(await !doorward.isLoggedIn)
  }
}

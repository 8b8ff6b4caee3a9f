import ChildProcesses
import Doorward
import DoorwardTesting
import Foundation
import Testing

/// The SDK reads the missing sign-in from the challenge of the server.
@MainActor struct StepUpTests {
  /// The refusal of a deletion, with a field of the server's answer.
  private func refusal(_ challenge: String) async throws -> DoorwardError? {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    let body = #"{"status": 401, "code": "insufficient_user_authentication", "trace_id": "0123456789abcdef"}"#
    await server.next(
      .response(
        DoorwardResponse(status: 401, headers: ["www-authenticate": challenge], body: Array(body.utf8))),
      for: "/v1/user")
    return await #expect(throws: DoorwardError.self) { try await doorward.user.delete() }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (
        #"Bearer error="insufficient_user_authentication", max_age="600""#,
        StepUp.recentSignIn(maximumAge: .seconds(600))
      ),
      (
        #"Bearer error="insufficient_user_authentication", error_description="a, max_age=1", acr_values="one two""#,
        .secondFactor(assurances: ["one", "two"])
      ),
      (#"Bearer error="insufficient_user_authentication", max_age="soon""#, nil), ("Bearer", nil), ("", nil),
      (#"Bearer max_age=""#, nil),
    ])
  func challengeSaysWhatIsNeeded(_ challenge: String, _ stepUp: StepUp?) async throws {
    let error = try await refusal(challenge)
    #expect(error?.code == .recentSignInRequired && error?.stepUp == stepUp)
  }

  @Test(.timeLimit(.minutes(1))) func otherRefusalsNeedNoStepUp() async throws {
    let doorward = Doorward(DoorwardTestServer().configuration)
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.password.login(identifier: "ada@example.com", password: "wrong")
    }
    #expect(error?.code == .invalidCredentials && error?.stepUp == nil)
  }

  @Test(.timeLimit(.minutes(1))) func oldSignInNeedsANewerOne() async throws {
    let configuration = #"""
      {"applications": [{"id": "default", "methods": ["siwe"]}], "lifetimes": {"recent_sign_in": 1}}
      """#
    let client = try Client(await RunningServer.start(configuration: configuration))
    try await client.signIn()
    try await Task.sleep(for: .milliseconds(2100))
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.user.delete() }
    #expect(error?.stepUp == .recentSignIn(maximumAge: .seconds(1)))
  }
}

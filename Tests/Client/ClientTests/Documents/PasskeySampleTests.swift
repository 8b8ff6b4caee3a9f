import Doorward
import DoorwardTesting
import Testing

@MainActor struct PasskeySampleTests {
  private let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey"]))
  private let passkeys = TestPasskeys()

  private func client() -> Doorward {
    var configuration = server.configuration
    configuration.passkeys = passkeys
    return Doorward(configuration)
  }

  @Test func userSignsUpAndIn() async throws {
    let doorward = client()
    try await doorward.passkey.signUp(name: "Ada")
    try await doorward.signOut()
    try await doorward.passkey.login()
    #expect(doorward.currentUser?.info.name == "Ada")
  }

  @Test func closedSheetIsNoError() async throws {
    let doorward = client()
    await passkeys.fail(with: .cancelled)
    let error = await #expect(throws: DoorwardError.self) { try await doorward.passkey.signUp() }
    #expect(error?.isCancellation == true)
    #expect(!doorward.isLoggedIn)
  }
}

import Foundation
import Testing

@testable import Doorward

/// The state that views see without a `Doorward`.
@MainActor struct NoServerTests {
  @Test(.timeLimit(.minutes(1))) func defaultClientIsSignedOutAndCannotSignIn() async throws {
    let signedOut = DoorwardAuthState.guest(DoorwardGuest(credential: nil))
    let doorward = Doorward.withoutServer(.invalidConfiguration("it is missing"), showing: signedOut)
    #expect(doorward.authState == signedOut)
    #expect(await doorward.undeterminedReason() == nil)
    await #expect(throws: DoorwardError.notSignedIn) { try await doorward.accessToken() }
    await #expect(throws: DoorwardError.notSignedIn) { try await doorward.sessions.all() }
    let missing = DoorwardError(code: .invalidConfiguration, reason: "")
    await #expect(throws: missing) { try await doorward.browser.login { _ in } }
    await #expect(throws: missing) { try await doorward.device.login { _ in } }
    await #expect(throws: missing) { try await doorward.near.challenge() }
    await #expect(throws: missing) { try await doorward.anonymous.login() }
    try await doorward.signOut()
    #expect(doorward.authState == signedOut)
  }
}

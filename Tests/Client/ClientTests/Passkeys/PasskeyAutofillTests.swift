import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Passkeys among the suggestions for a text field.
@MainActor struct PasskeyAutofillTests {
  private static let options = "/v1/passkeys/authentication/options"
  private let server = DoorwardTestServer(DoorwardTestOffer(methods: ["passkey", "siwe"]))
  private let passkeys = TestPasskeys()

  /// A client that has signed up and out.
  private func signedOut() async throws -> Doorward {
    var configuration = server.configuration
    configuration.passkeys = passkeys
    let doorward = Doorward(configuration)
    try await doorward.passkey.signUp(name: "Ada")
    try await doorward.signOut()
    return doorward
  }

  @Test(.timeLimit(.minutes(1))) func signInWaitsForTheUser() async throws {
    let doorward = try await signedOut()
    let task = Task { try await doorward.passkey.login(autofill: true) }
    await passkeys.waitForRequests(1)
    #expect(await passkeys.requests.map(\.mediation) == [.autofill])
    #expect(!doorward.isLoggedIn)
    while doorward.currentUser == nil, await !passkeys.isWaiting { await Task.yield() }
    await passkeys.choose()
    #expect(try await task.value.state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func challengeIsRenewedBeforeItExpires() async throws {
    let doorward = try await signedOut()
    let task = Task { try await doorward.passkey.login(autofill: true) }
    for count in 1...3 {
      await passkeys.waitForRequests(count)
      while await !passkeys.isWaiting { await Task.yield() }
      if count < 3 {
        while await server.count(Self.options) < count + 1 {
          server.advance(by: .seconds(60))
          await Task.yield()
        }
      }
    }
    #expect(Set(await passkeys.requests.map { "\($0.options["challenge"] ?? .null)" }).count == 3)
    await passkeys.choose()
    #expect(try await task.value.state.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func cancelledSuggestionsChangeNoLaterSignIn() async throws {
    let doorward = try await signedOut()
    let task = Task { try await doorward.passkey.login(autofill: true) }
    await passkeys.waitForRequests(1)
    while await !passkeys.isWaiting { await Task.yield() }
    let state = try await doorward.siwe.login(with: TestEthereumWallet())
    task.cancel()
    let error = await #expect(throws: DoorwardError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    // The authenticator offers nothing any more.
    while await passkeys.isWaiting { await Task.yield() }
    await passkeys.choose()
    #expect(await server.count("/v1/passkeys/authentication") == 0)
    #expect(doorward.isLoggedIn && doorward.currentUser?.id == state.user?.id)
  }

  @Test(.timeLimit(.minutes(1))) func failureEndsTheCall() async throws {
    let doorward = try await signedOut()
    await passkeys.fail(with: .notAllowed)
    let error = await #expect(throws: DoorwardError.self) {
      try await doorward.passkey.login(autofill: true)
    }
    #expect(error?.code == .passkeyNotAllowed)
    #expect(await server.count(Self.options) == 1)
  }
}

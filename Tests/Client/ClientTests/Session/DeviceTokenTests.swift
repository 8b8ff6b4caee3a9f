import ChildProcesses
import Doorward
import Foundation
import Testing

/// The server knows a device again after a sign-out and after a restart of the app.
@MainActor struct DeviceTokenTests {
  private static let email = "ada@example.com"

  /// A server that refuses an identifier after four wrong guesses until its user signs in. A pause could end during a test.
  private func server() async throws -> RunningServer {
    try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["password", "code", "siwe"]}],
         "rate_limits": {"code_pause": 0, "sign_in_per_minute": 1000, "guesses_per_identifier": 4}}
        """)
  }

  private func signIn(_ client: Client, password: String = Client.password) async throws {
    try await client.doorward.password.login(identifier: Self.email, password: password)
  }

  /// Guesses as a stranger until the server refuses every password from new devices.
  private func guess(_ server: RunningServer) async throws {
    let stranger = try Client(server)
    var code: DoorwardError.Code?
    while code != .tooManyGuesses {
      let error = await #expect(throws: DoorwardError.self) {
        try await signIn(stranger, password: "a guess!")
      }
      code = try #require(error).code
      try #require(code == .tooManyGuesses || code == .invalidCredentials)
    }
  }

  @Test(.timeLimit(.minutes(1))) func strangersGuessesDoNotLockTheDeviceOut() async throws {
    let server = try await server()
    let storage = InMemorySessionStorage()
    let first = try Client(server, storage: storage)
    try await first.register(Self.email)
    try await first.doorward.signOut()
    try await guess(server)
    let elsewhere = try Client(server)
    let error = await #expect(throws: DoorwardError.self) { try await signIn(elsewhere) }
    #expect(error?.code == .tooManyGuesses)
    // The app has started again.
    let restarted = try Client(server, storage: storage)
    try await signIn(restarted)
    #expect(restarted.doorward.isLoggedIn)
  }

  @Test(.timeLimit(.minutes(1))) func firstRequestAfterAStartNamesTheDevice() async throws {
    let server = try await server()
    let storage = InMemorySessionStorage()
    let first = try Client(server, storage: storage)
    try await first.register(Self.email)
    try await first.doorward.signOut()
    try await storage.untilWithoutSession()
    let restarted = try Client(server, storage: storage)
    _ = try await restarted.doorward.code.send(email: Self.email)
    let request = try #require(await restarted.wire.requests.first { $0.url.hasSuffix("/v1/code/send") })
    #expect(request.headers.keys.contains { $0.lowercased() == "doorward-device" })
  }

  @Test(.timeLimit(.minutes(1))) func deviceOfAPasswordChangeStaysKnown() async throws {
    let server = try await server()
    let storage = InMemorySessionStorage()
    let client = try Client(server, storage: storage)
    try await client.register(Self.email)
    try await client.doorward.password.change(from: Client.password, to: "another good password")
    try await client.doorward.signOut()
    try await guess(server)
    try await signIn(Client(server, storage: storage), password: "another good password")
  }

  @Test(.timeLimit(.minutes(1))) func signOutKeepsNothingButTheDevice() async throws {
    let storage = InMemorySessionStorage()
    let client = try Client(try await server(), storage: storage)
    let user = try #require(try await client.signIn().user)
    try await client.doorward.signOut()
    try await storage.untilWithoutSession()
    let text = String(decoding: try #require(try await storage.load()), as: UTF8.self)
    #expect(text.contains("device") && !text.contains(user.id) && !text.contains("refresh_token"))
    let next = try Client(client.server, storage: storage)
    await next.doorward.ready()
    #expect(await next.isSignedOut())
  }
}

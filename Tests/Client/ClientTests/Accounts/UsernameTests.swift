import ChildProcesses
import Doorward
import Testing

/// The user name of a signed-in user against the built server.
@MainActor struct UsernameTests {
  private func client(identifiers: String = #""email", "username""#) async throws -> Client {
    let server = try await RunningServer.start(
      configuration: """
        {"applications": [{"id": "default", "methods": ["password", "code", "siwe"],
           "password": {"identifiers": [\(identifiers)]}}], "rate_limits": {"code_pause": 0}}
        """)
    return try Client(server)
  }

  @Test(.timeLimit(.minutes(1))) func userNameIsSetChangedAndRemoved() async throws {
    let client = try await client()
    let doorward = client.doorward
    let user = try await client.register("ada@example.com").user?.id
    #expect(try await doorward.user.setUsername("Lovelace")?.info.username == "lovelace")
    #expect(try await doorward.user.setUsername("countess")?.info.username == "countess")
    #expect(doorward.currentUser?.info.username == "countess")
    try await doorward.signOut()
    let old = await #expect(throws: DoorwardError.self) {
      try await doorward.password.login(identifier: "lovelace", password: Client.password)
    }
    #expect(old?.code == .invalidCredentials)
    let state = try await doorward.password.login(identifier: "countess", password: Client.password).state
    #expect(state.user?.id == user)
    // This session rests on the name alone.
    #expect(try await doorward.user.removeUsername() == nil)
    #expect(await client.isSignedOut())
    let kept = try await doorward.password.login(
      identifier: "ada@example.com", password: Client.password
    ).state
    #expect(kept.user?.id == user && kept.user?.info.username == nil)
    #expect(try await doorward.user.removeUsername()?.id == user)
  }

  @Test(.timeLimit(.minutes(1))) func refusedNamesHaveTheirOwnErrors() async throws {
    let client = try await client()
    _ = try await client.doorward.password.signUp(username: "lovelace", password: Client.password).state
    let last = await #expect(throws: DoorwardError.self) {
      try await client.doorward.user.removeUsername()
    }
    #expect(last?.code == .lastIdentity)
    let other = try Client(client.server)
    try await other.register("eve@example.com")
    for (name, code) in [
      ("LoveLace", DoorwardError.Code.usernameTaken), ("a", .init(rawValue: "username_too_short")),
      ("", .init(rawValue: "identifier_empty")),
    ] {
      let error = await #expect(throws: DoorwardError.self) {
        try await other.doorward.user.setUsername(name)
      }
      #expect(error?.code == code, "\(name)")
    }
    #expect(other.doorward.currentUser?.info.username == nil)
  }

  @Test(.timeLimit(.minutes(1))) func applicationWithoutUserNamesSetsNone() async throws {
    let client = try await client(identifiers: #""email""#)
    try await client.register("ada@example.com")
    let error = await #expect(throws: DoorwardError.self) {
      try await client.doorward.user.setUsername("lovelace")
    }
    #expect(error?.code.rawValue == "identifier_not_offered")
  }
}

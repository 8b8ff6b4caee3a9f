#if os(Linux)
  import Doorward
  import DoorwardTesting
  import Foundation
  import Testing

  /// `doorward-user` with a security key, through the real libfido2 and the built server.
  @MainActor @Suite(.timeLimit(.minutes(2))) struct KeyProgramTests {
    private static let password = "correct horse battery"

    @Test func programAddsAPasskeyAndSignsInWithIt() async throws {
      let key = try VirtualKey()
      let program = try await KeyProgram(key)
      let signUp = try await program.run("sign-up", "--user", "lovelace", answers: [Self.password])
      #expect(signUp.status == 0, "\(signUp.messages)")
      let added = try await program.run("passkey", "add")
      #expect(added.status == 0 && added.messages.contains("Touch your security key"), "\(added.messages)")
      #expect(added.messages.contains("The passkey is on your security key."))
      #expect(key.stored.map(\.relyingPartyID) == ["localhost"])
      #expect(try await program.run("logout").status == 0)
      let signedIn = try await program.run("login", "--security-key")
      #expect(signedIn.status == 0, "\(signedIn.messages)")
      #expect(signedIn.messages.contains("You are signed in as lovelace."))
      // A second passkey of the same user does not fit on the key.
      #expect(try await program.run("passkey", "add").status == 1)
    }

    @Test func pinIsAskedForOnTheConsole() async throws {
      let key = try VirtualKey(.init(pin: "4821"))
      let program = try await KeyProgram(key)
      _ = try await program.run("sign-up", "--user", "lovelace", answers: [Self.password])
      let added = try await program.run("passkey", "add", answers: ["4821"])
      #expect(added.status == 0 && added.messages.contains("PIN of your security key"), "\(added.messages)")
      let signedIn = try await program.run("login", "--security-key", "--again", answers: ["0000", "4821"])
      #expect(signedIn.status == 0, "\(signedIn.messages)")
      #expect(signedIn.messages.contains("The PIN is wrong. Tries left: 7."))
    }

    @Test func userWithSeveralFactorsChoosesTheKey() async throws {
      let program = try await KeyProgram(try VirtualKey())
      _ = try await program.run("sign-up", "--user", "lovelace", answers: [Self.password])
      #expect(try await program.run("passkey", "add").status == 0)
      // Another app of the user adds an authenticator of codes.
      let app = Doorward(
        DoorwardConfiguration(
          serverURL: try #require(URL(string: program.address)), storage: InMemorySessionStorage(),
          logger: .silent, visitors: .staySignedOut))
      _ = try await app.password.login(identifier: "lovelace", password: Self.password)
      let enrollment = try await app.secondFactor.addAuthenticator()
      let authenticator = try TestAuthenticator(enrollment)
      let added = try await app.secondFactor.confirm(enrollment, code: authenticator.code(at: Date()))
      let login = ["login", "--password", "--again", "--user", "lovelace"]
      let withKey = try await program.run(login, answers: [Self.password, ""])
      #expect(
        withKey.status == 0 && withKey.messages.contains("Touch your security key"), "\(withKey.messages)")
      let withCode = try await program.run(login, answers: [Self.password, added.recoveryCodes[0]])
      #expect(withCode.status == 0 && !withCode.messages.contains("Touch"), "\(withCode.messages)")
    }

    @Test func keyIsAddedWhereASecondFactorIsRequired() async throws {
      let key = try VirtualKey()
      let program = try await KeyProgram(key, application: #", "second_factor": {"required": true}"#)
      let signUp = try await program.run(
        "sign-up", "--user", "lovelace", answers: [Self.password, "yes"])
      #expect(signUp.status == 0 && key.stored.count == 1, "\(signUp.messages)")
      let login = try await program.run(
        "login", "--password", "--again", "--user", "lovelace", answers: [Self.password, ""])
      #expect(login.status == 0, "\(login.messages)")
      #expect(login.messages.contains("Recovery code; nothing to use your security key"))
    }
  }
#endif

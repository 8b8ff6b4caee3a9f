import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Passkeys used many times at once.
@Suite struct PasskeyParallelTests {
  @Test("Of 100 parallel uses of one challenge exactly one signs in")
  func oneSignIn() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      let proof = try await passkey.authentication(passkey.authenticationOptions())
      let answers = try await inParallel(100) { [passkey] in try await passkey.signIn(proof) }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.status == 401 && $0.code == "challenge_used" }.count == 99)
    }
  }

  @Test("Of 100 parallel sign-ups with one credential exactly one makes a user")
  func oneSignUp() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let passkey = try TestPasskey(server)
      let proofs = try await inParallel(100) {
        var copy = passkey
        return try await copy.registration(copy.registrationOptions())
      }
      let answers = try await inParallel(100) { [passkey] index in try await passkey.register(proofs[index]) }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.status == 409 && $0.code == "passkey_registered" }.count == 99)
    }
  }

  @Test("Of 20 parallel sign-ins with the same counter exactly one succeeds")
  func oneCounter() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      passkey.authenticator.signCount = 6
      let proofs = try await inParallel(20) { [passkey] in
        var copy = passkey
        return try await copy.authentication(copy.authenticationOptions())
      }
      let answers = try await inParallel(20) { [passkey] index in try await passkey.signIn(proofs[index]) }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.status == 401 && $0.code == "possible_clone" }.count == 19)
    }
  }
}

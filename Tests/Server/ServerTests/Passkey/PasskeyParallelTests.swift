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

  @Test("Of 100 parallel uses of one challenge at two servers with one store exactly one signs in")
  func oneSignInOverTwoServers() async throws {
    let first = try await TestServer(TestPasskey.settings())
    let second = try await TestServer(TestPasskey.settings(), in: first.directory)
    var passkey = try TestPasskey(first)
    _ = try await passkey.signUp()
    let proof = JSONValue.object(try await passkey.authentication(passkey.authenticationOptions()))
    let apis = [first.listening, second.listening]
    let answers = try await inParallel(100) { index in
      try await apis[index % 2].send(.post, "/v1/passkeys/authentication", proof)
    }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.status == 401 && $0.code == "challenge_used" }.count == 99)
    await first.stop()
    await second.stop()
  }

  @Test("Of parallel removals of the last two passkeys exactly one succeeds")
  func oneRemoval() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      for _ in 0..<10 {
        var (first, second) = (try TestPasskey(server), try TestPasskey(server))
        let sessions = [try await first.signUp(), try await second.add(to: first.signIn().account)]
        #expect(sessions.allSatisfy { $0.status == 200 })
        let (one, other) = (try await first.signIn(), try await second.signIn())
        let items = try await server.api.send(.get, "/v1/passkeys", bearer: one.account)["items"].array
        let ids = try #require(items).compactMap { $0["id"]?.string }
        // Each session removes the passkey that it does not rest on, and its own one.
        let answers = try await inParallel(20) { index in
          try await server.api.send(
            .delete, "/v1/passkeys/\(ids[index % 2])", bearer: index % 4 < 2 ? one.account : other.account)
        }
        #expect(answers.filter { $0.status == 204 }.count == 1)
        // The others find the last way in, no passkey, or no session.
        #expect(answers.allSatisfy { [204, 401, 404, 409].contains($0.status) })
        let statuses = [try await first.signIn().status, try await second.signIn().status]
        #expect(statuses.sorted() == [200, 401])
      }
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

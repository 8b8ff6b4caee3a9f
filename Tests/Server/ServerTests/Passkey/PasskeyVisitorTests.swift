import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Sign-ups of anonymous users with passkeys, whose user handle is the id of the user.
@Suite struct PasskeyVisitorTests {
  private let settings = TestPasskey.settings(["methods": ["passkey", "anonymous"]])

  @Test("Options for one visitor make no passkey for another user")
  func foreignOptions() async throws {
    try await TestServer.run(settings) { server in
      let visitor = try await server.api.send(.post, "/v1/anonymous", [:])
      let other = try await server.api.send(.post, "/v1/anonymous", [:])
      let (own, foreign) = (try visitor.account, try other.account)
      var passkey = try TestPasskey(server)
      let cases: [(options: String?, registration: String?)] = [(nil, own), (own, nil), (own, foreign)]
      for (options, registration) in cases {
        let body = try await passkey.registration(passkey.registrationOptions(bearer: options))
        let refused = try await passkey.register(body, bearer: registration)
        #expect(refused.status == 401 && refused.code == "invalid_challenge")
      }
      let signedUp = try await passkey.add(to: own)
      #expect(signedUp.status == 200 && signedUp["user"]["id"] == visitor["user"]["id"])
      // The authenticator names the user by the id, so the passkey signs in.
      #expect(try await passkey.signIn()["user"]["id"] == visitor["user"]["id"])
    }
  }

  @Test("A lost answer to a sign-up can be asked for again, with the same key only")
  func repetition() async throws {
    try await TestServer.run(settings) { server in
      var passkey = try TestPasskey(server)
      let body = try await passkey.registration(passkey.registrationOptions())
      let send = { (key: String?) in
        try await server.api.send(
          .post, "/v1/passkeys/registration", .object(body),
          fields: key.map { ["Idempotency-Key": $0] } ?? [:])
      }
      let first = try await send("one")
      let again = try await send("one")
      #expect(first.status == 200 && again.status == 200)
      #expect(first["session_id"] == again["session_id"])
      #expect(try await send("two").code == "challenge_used")
      #expect(try await send(nil).code == "passkey_registered")
    }
  }
}

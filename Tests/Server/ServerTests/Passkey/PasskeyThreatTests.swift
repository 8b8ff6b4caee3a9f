import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// Responses of passkeys that an attacker has changed, or uses in another place.
@Suite struct PasskeyThreatTests {
  typealias Change = @Sendable (inout TestPasskey) -> Void

  /// Changes of an authentication, with the code of the refusal.
  static let changes: [(String, Change, String)] = [
    ("no user handle", { $0.authenticator.userHandle = nil }, "missing_user_handle"),
    (
      "the handle of another user", { $0.authenticator.userHandle = [UInt8](repeating: 7, count: 16) },
      "wrong_user_handle"
    ),
    (
      "another origin", { $0.authenticator.origin = "https://example.org.evil.test" }, "wrong_origin"
    ),
    (
      "another relying party", { $0.authenticator.relyingPartyID = "evil.test" },
      "wrong_rp_id"
    ),
    ("no user presence", { $0.authenticator.flags = 0b100 }, "user_not_present"),
    (
      "another origin around", { $0.authenticator.clientMembers = ["crossOrigin": true] },
      "cross_origin_not_allowed"
    ),
    (
      "another credential",
      { $0.authenticator.credentialID = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] },
      "unknown_passkey"
    ),
  ]

  @Test("A changed response is refused, and the challenge is not spent", arguments: changes.map(\.0))
  func changedResponse(_ name: String) async throws {
    let (_, change, code) = try #require(Self.changes.first { $0.0 == name })
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      var changed = passkey
      change(&changed)
      let options = try await passkey.authenticationOptions()
      let refused = try await passkey.signIn(changed.authentication(options))
      #expect(refused.status == 401)
      #expect(refused.code == code)
      #expect(try await passkey.signIn(passkey.authentication(options)).status == 200)
    }
  }

  @Test("A challenge serves only its ceremony, client, and text")
  func foreignChallenges() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let registration = try await passkey.registrationOptions()
      let session = try await passkey.register(passkey.registration(registration))
      // Of another ceremony.
      let addition = try await passkey.registrationOptions(bearer: session.account)
      #expect(try await passkey.signIn(passkey.authentication(addition)).code == "invalid_challenge")
      var second = try TestPasskey(server)
      let signIn = try await second.authenticationOptions()
      second.authenticator.challenge = try Base64URL.decode(#require(signIn["challenge"].string))
      let body = try second.answering(signIn, second.authenticator.register())
      #expect(try await second.register(body).code == "invalid_challenge")
      // The options of one challenge with the text of another.
      let (first, other) = (
        try await passkey.authenticationOptions(), try await passkey.authenticationOptions()
      )
      var mixed = try passkey.authentication(first)
      mixed["challenge_id"] = other["challenge_id"]
      #expect(try await passkey.signIn(mixed).code == "wrong_challenge")
      // Of another client.
      var stolen = try passkey.authentication(first)
      stolen["binding_secret"] = .string(try TestBinding().secret)
      #expect(try await passkey.signIn(stolen).code == "invalid_challenge")
      // Too late.
      let late = try passkey.authentication(other)
      server.clock.advance(by: 601)
      #expect(try await passkey.signIn(late).code == "challenge_expired")
    }
  }

  @Test("A malformed response is a 422", arguments: ["response", "rawId", "type", "id"])
  func malformed(_ member: String) async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      _ = try await passkey.signUp()
      var body = try await passkey.authentication(passkey.authenticationOptions())
      body[member] = "\u{1}"
      let answer = try await passkey.signIn(body)
      #expect(answer.status == 422)
    }
  }

  @Test("A credential belongs to one user")
  func registeredTwice() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let session = try await passkey.signUp()
      var copy = try TestPasskey(server)
      copy.authenticator.credentialID = passkey.authenticator.credentialID
      let taken = try await copy.signUp()
      #expect(taken.status == 409 && taken.code == "passkey_registered")
      #expect(try await copy.add(to: session.account).code == "passkey_registered")
      #expect(try await passkey.signIn().status == 200)
    }
  }

  @Test("Only the user who started to add a passkey can finish")
  func additionOfAnother() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var (ada, bob) = (try TestPasskey(server), try TestPasskey(server))
      let (adas, bobs) = (try await ada.signUp(), try await bob.signUp())
      var added = try TestPasskey(server)
      let body = try await added.registration(added.registrationOptions(bearer: adas.account))
      #expect(try await added.register(body, bearer: bobs.account).code == "invalid_challenge")
      #expect(try await added.register(body).code == "invalid_challenge")
      #expect(try await added.register(body, bearer: adas.account).status == 200)
    }
  }
}

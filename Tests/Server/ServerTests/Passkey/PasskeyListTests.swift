import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import SoftwareAuthenticators
import Testing

/// The user's list of passkeys.
@Suite struct PasskeyListTests {
  @Test("A user adds, renames and removes passkeys, and keeps the last way to sign in")
  func list() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var (first, second) = (try TestPasskey(server), try TestPasskey(server))
      let session = try await first.signUp()
      let options = try await second.registrationOptions(bearer: session.account)
      // The authenticator of the first passkey refuses to make another one.
      #expect(options["excludeCredentials"].array?.compactMap { $0["id"]?.string } == [first.id])
      let added = try await second.register(second.registration(options), bearer: session.account)
      #expect(added.status == 200 && added["identities"].array?.count == 2)
      var items = try await items(server, session)
      #expect(items.count == 2)
      let id = try #require(items.first { $0["identifier"]?.string == second.id }?["id"]?.string)
      let renamed = try await server.api.send(
        .patch, "/v1/passkeys/\(id)", ["name": "Work key"], bearer: session.account)
      #expect(renamed.status == 200 && renamed["name"] == "Work key")
      #expect(
        try await server.api.send(.patch, "/v1/passkeys/\(id)", ["name": ""], bearer: session.account).status
          == 422)
      #expect(try await server.api.send(.delete, "/v1/passkeys/\(id)", bearer: session.account).status == 204)
      items = try await self.items(server, session)
      #expect(items.count == 1)
      let gone = try await second.signIn()
      #expect(gone.status == 401 && gone.code == "unknown_passkey")
      let last = try #require(items.first?["id"]?.string)
      let kept = try await server.api.send(.delete, "/v1/passkeys/\(last)", bearer: session.account)
      #expect(kept.status == 409 && kept.code == "last_identity")
    }
  }

  @Test("A sign-in that uses a passkey keeps its name")
  func keepsName() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let session = try await passkey.signUp()
      let id = try #require(try await items(server, session).first?["id"]?.string)
      _ = try await server.api.send(
        .patch, "/v1/passkeys/\(id)", ["name": "Mine"], bearer: session.account)
      _ = try await passkey.signIn()
      #expect(try await items(server, session).first?["name"] == "Mine")
    }
  }

  @Test("A passkey of another user is not found")
  func otherUser() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var (ada, bob) = (try TestPasskey(server), try TestPasskey(server))
      let (adas, bobs) = (try await ada.signUp(), try await bob.signUp())
      let id = try #require(try await items(server, adas).first?["id"]?.string)
      let calls: [(HTTPMethod, JSONValue?)] = [(.patch, ["name": "Mine"]), (.delete, nil)]
      for (method, body) in calls {
        let answer = try await server.api.send(method, "/v1/passkeys/\(id)", body, bearer: bobs.account)
        #expect(answer.status == 404)
      }
      #expect(try await ada.signIn().status == 200)
    }
  }

  @Test("An identity of another kind is not removed as a passkey")
  func otherKind() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      var passkey = try TestPasskey(server)
      #expect(try await passkey.add(to: session.account).status == 200)
      let id = try session.identity(wallet)
      #expect(try await server.api.send(.delete, "/v1/passkeys/\(id)", bearer: session.account).status == 404)
    }
  }

  @Test("Adding a passkey needs a recent sign-in")
  func recentSignIn() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var passkey = try TestPasskey(server)
      let session = try await passkey.signUp()
      var second = try TestPasskey(server)
      let body = try await second.registration(second.registrationOptions(bearer: session.account))
      server.clock.advance(by: 599)
      let refreshed = try await server.api.send(
        .post, "/v1/token",
        ["grant_type": "refresh_token", "refresh_token": .string(session.refreshToken)])
      server.clock.advance(by: 10 * 60)
      #expect(refreshed.status == 200)
      for answer in [
        try await second.registrationOptions(bearer: refreshed.account),
        try await second.register(body, bearer: refreshed.account),
      ] {
        #expect(answer.status == 401 && answer.code == "insufficient_user_authentication")
      }
    }
  }

  @Test("Removing a passkey needs a recent sign-in")
  func removalNeedsRecentSignIn() async throws {
    try await TestServer.run(TestPasskey.settings()) { server in
      var (first, second) = (try TestPasskey(server), try TestPasskey(server))
      let session = try await first.signUp()
      #expect(try await second.add(to: session.account).status == 200)
      let id = try #require(
        try await items(server, session).first { $0["identifier"]?.string == second.id }?["id"]?.string)
      server.clock.advance(by: 599)
      let refreshed = try await server.api.send(
        .post, "/v1/token",
        ["grant_type": "refresh_token", "refresh_token": .string(session.refreshToken)])
      server.clock.advance(by: 10 * 60)
      let refused = try await server.api.send(.delete, "/v1/passkeys/\(id)", bearer: refreshed.account)
      #expect(refused.status == 401 && refused.code == "insufficient_user_authentication")
      // The passkey signs in again in the same session, which then proves two factors.
      let recent = try await second.signIn(bearer: refreshed.account)
      #expect(recent.status == 200 && recent["session_id"] == session["session_id"])
      let claims = try TestClient.claims(of: recent["account_token"])
      #expect(claims["acr"]?.string == "urn:doorward:acr:second-factor")
      #expect(try await server.api.send(.delete, "/v1/passkeys/\(id)", bearer: recent.account).status == 204)
    }
  }

  private func items(_ server: TestServer, _ session: TestAPI.Answer) async throws -> [JSONValue] {
    try await server.api.send(.get, "/v1/passkeys", bearer: session.account)["items"].array ?? []
  }
}

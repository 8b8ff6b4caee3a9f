import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// The ownership of account data, and the end of sessions.
@Suite struct AccountThreatTests {
  @Test("A client can change only the profile of a user")
  func massAssignment() async throws {
    try await TestServer.run { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let before = try await server.api.send(.get, "/v1/user", bearer: token)
      let after = try await server.api.send(
        .patch, "/v1/user",
        [
          "id": "x", "kind": "anonymous", "email": "a@b.example", "email_verified": true,
          "phone_number": "+1",
          "app_metadata": ["role": "admin"], "identities": [], "has_password": true,
          "created_at": "2000-01-01T00:00:00Z",
          "last_sign_in_at": nil, "picture": "https://evil.example/", "name": "Ann",
        ], bearer: token)
      #expect(after.status == 200)
      for name in [
        "id", "kind", "email", "email_verified", "phone_number", "app_metadata", "identities", "has_password",
        "created_at", "last_sign_in_at", "picture",
      ] {
        #expect(after[name] == before[name], "\(name)")
      }
      #expect(after["name"] == "Ann")
    }
  }

  @Test("A patch is a JSON Merge Patch: null removes a member, objects are merged")
  func mergePatch() async throws {
    try await TestServer.run { server in
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      _ = try await server.api.send(
        .patch, "/v1/user",
        ["name": "Ann", "locale": "en-GB", "metadata": ["a": ["b": 1, "c": 2], "d": 3]], bearer: token)
      let answer = try await server.api.send(
        .patch, "/v1/user", ["name": nil, "metadata": ["a": ["b": nil], "e": 4]], bearer: token)
      #expect(answer["name"] == nil)
      #expect(answer["locale"] == "en-GB")
      #expect(answer["metadata"] == ["a": ["c": 2], "d": 3, "e": 4])
    }
  }

  @Test("The last identity cannot be removed; an identity of another user is not found")
  func lastIdentity() async throws {
    try await TestServer.run { server in
      let mine = try await EthereumTestWallet().signIn(server)
      let token = try #require(mine["account_token"].string)
      let identity = try #require(mine.json["user"]?["identities"]?[0]?["id"]?.string)
      let last = try await server.api.send(.delete, "/v1/user/identities/\(identity)", bearer: token)
      #expect(last.status == 409)
      #expect(last.code == "last_identity")
      let other = try await EthereumTestWallet().signIn(server)
      let foreign = try #require(other.json["user"]?["identities"]?[0]?["id"]?.string)
      #expect(
        try await server.api.send(.delete, "/v1/user/identities/\(foreign)", bearer: token).status == 404)
      let session = try #require(other["session_id"].string)
      #expect(try await server.api.send(.delete, "/v1/sessions/\(session)", bearer: token).status == 404)
    }
  }

  @Test("A wallet that belongs to one account is not linked to another")
  func takenIdentity() async throws {
    try await TestServer.run { server in
      let owner = EthereumTestWallet()
      _ = try await owner.signIn(server)
      let token = try #require(try await EthereumTestWallet().signIn(server)["account_token"].string)
      let link = try await owner.proof(server, purpose: "link", bearer: token)
      let answer = try await server.api.send(.post, "/v1/ethereum/link", .object(link), bearer: token)
      #expect(answer.status == 409)
      #expect(answer.code == "identity_in_use")
    }
  }

  @Test("A linked wallet signs in to the same user, and can be unlinked")
  func link() async throws {
    try await TestServer.run { server in
      let first = try await EthereumTestWallet().signIn(server)
      let token = try #require(first["account_token"].string)
      let near = try NEARTestWallet()
      let linked = try await server.api.send(
        .post, "/v1/near/link", .object(try await near.proof(server, purpose: "link", bearer: token)),
        bearer: token)
      #expect(linked.status == 200)
      #expect(linked["identities"].array?.count == 2)
      let session = try await near.signIn(server)
      #expect(session.json["user"]?["id"] == first.json["user"]?["id"])
      #expect(session["is_new_user"] == false)
      let identity = try #require(linked["identities"][1]?["id"]?.string)
      #expect(
        try await server.api.send(.delete, "/v1/user/identities/\(identity)", bearer: token).status == 204)
      #expect(try await near.signIn(server)["is_new_user"] == true)
    }
  }

  @Test("Deleting a user ends the user's sessions and tokens at once")
  func deletion() async throws {
    try await TestServer.run(["limits": ["deletion_grace": 0]]) { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let token = try #require(session["account_token"].string)
      let refresh = try #require(session["refresh_token"].string)
      #expect(try await server.api.send(.delete, "/v1/user", bearer: token).status == 204)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token).status == 401)
      #expect(
        try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)").status
          == 400)
      let again = try await wallet.signIn(server)
      #expect(again["is_new_user"] == true)
      #expect(again.json["user"]?["id"] != session.json["user"]?["id"])
    }
  }

  @Test("After ten minutes, calls that need a recent sign-in are refused until another sign-in")
  func recentSignIn() async throws {
    try await TestServer.run { server in
      let wallet = EthereumTestWallet()
      let session = try await wallet.signIn(server)
      let token = try #require(session["account_token"].string)
      server.clock.advance(by: 601)
      let refused = try await server.api.send(.delete, "/v1/user", bearer: token)
      #expect(refused.status == 401)
      #expect(refused.code == "insufficient_user_authentication")
      #expect(refused.fields["WWW-Authenticate"]?.contains("insufficient_user_authentication") == true)
      let again = try await wallet.signIn(server, bearer: token)
      #expect(again["session_id"] == session["session_id"])
      #expect(try await server.api.send(.delete, "/v1/user", bearer: token).status == 204)
    }
  }

  @Test("A sign-in with another wallet and a bearer token does not renew the session of the token")
  func otherUserDoesNotRenew() async throws {
    try await TestServer.run { server in
      let session = try await EthereumTestWallet().signIn(server)
      let token = try #require(session["account_token"].string)
      let other = try await EthereumTestWallet().signIn(server, bearer: token)
      #expect(other["session_id"] != session["session_id"])
      #expect(other.json["user"]?["id"] != session.json["user"]?["id"])
    }
  }
}

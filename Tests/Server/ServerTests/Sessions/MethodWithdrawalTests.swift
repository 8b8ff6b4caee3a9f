import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Sessions whose sign-in the operator no longer offers.
@Suite struct MethodWithdrawalTests {
  @Test("A session gets no new tokens by a method that the application no longer offers")
  func withdrawn() async throws {
    let left: JSONObject = ["applications": [["id": "default", "methods": ["near"]], ["id": "other"]]]
    let all: JSONObject = [
      "applications": [["id": "default", "methods": ["siwe", "near", "anonymous"]], ["id": "other"]]
    ]
    try await TestServer.restart(all, left) { server in
      let wallet = EthereumTestWallet()
      let tokens = [
        try await wallet.signIn(server), try await server.api.send(.post, "/v1/anonymous", [:]),
        try await wallet.signIn(server, fields: ["Doorward-Application": "other"]),
      ].map { $0["refresh_token"] }
      return tokens
    } _: { server, tokens in
      func refresh(_ token: JSONValue, _ application: String = "default") async throws -> TestAPI.Answer {
        try await server.listening.send(
          .post, "/v1/token", ["grant_type": "refresh_token", "refresh_token": token],
          fields: ["Doorward-Application": application])
      }
      let refused = try await refresh(tokens[0])
      #expect(refused.status == 400 && refused.code == "invalid_grant")
      // An anonymous user cannot sign in again, so the session goes on.
      #expect(try await refresh(tokens[1]).status == 200)
      #expect(try await refresh(tokens[2], "other").status == 200)
    }
  }

  @Test("A session by a user name is refreshed, although the application signs up users with addresses")
  func userName() async throws {
    let names: JSONObject = ["identifiers": ["username", "email"]]
    try await TestServer.runWithMail([
      "applications": [["id": "default", "password": .object(names)], ["id": "other"]]
    ]) { server, mailbox in
      let session = try await TestCodes(server, mailbox).registered("ada@example.com")
      let named = try await server.api.send(
        .patch, "/v1/user", ["username": "countess"], bearer: session.account)
      #expect(named.status == 200)
      let other: HTTPFields = ["Doorward-Application": "other"]
      let signedIn = try await server.api.send(
        .post, "/v1/password/sign-in",
        ["identifier": "countess", "password": .string(TestCodes.password)], fields: other)
      let refreshed = try await server.api.send(
        .post, "/v1/token", ["grant_type": "refresh_token", "refresh_token": signedIn["refresh_token"]],
        fields: other)
      #expect(refreshed.status == 200)
    }
  }

  @Test("Introspection says what the session has proven by now")
  func removedFactor() async throws {
    try await TestServer.run { server in
      let key = try await server.apiKey()
      let session = try await EthereumTestWallet().signIn(server)
      let authenticator = try await TestAuthenticator.add(server, bearer: session.account)
      func introspect(_ token: String) async throws -> TestAPI.Answer {
        try await server.api.form(
          "/v1/introspect", "token=\(token)", fields: ["Authorization": "Bearer \(key)"])
      }
      let renewed = try await server.api.send(
        .post, "/v1/token", ["grant_type": "refresh_token", "refresh_token": session["refresh_token"]])
      let token = try #require(renewed["access_token"].string)
      #expect(try await introspect(token)["acr"] == "urn:doorward:acr:second-factor")
      let removed = try await server.api.send(
        .delete, "/v1/second-factors/\(authenticator.id)", bearer: renewed.account)
      #expect(removed.status == 204)
      let answer = try await introspect(token)
      #expect(answer["active"] == true)
      #expect(answer["acr"] == "urn:doorward:acr:wallet" && answer["amr"] == ["siwe"])
    }
  }
}

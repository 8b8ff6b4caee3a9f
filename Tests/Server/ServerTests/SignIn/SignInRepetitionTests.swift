import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// A sign-in whose answer was lost, sent again with its `Idempotency-Key`.
@Suite struct SignInRepetitionTests {
  private func signIn(
    _ server: TestServer, _ proof: JSONObject, key: String?, token: String? = nil
  ) async throws -> TestAPI.Answer {
    var fields: HTTPFields = [:]
    fields["Idempotency-Key"] = key
    fields["Authorization"] = token.map { "Bearer \($0)" }
    return try await server.api.send(.post, "/v1/ethereum/sign-in", .object(proof), fields: fields)
  }

  @Test func repetitionGetsSameSessionAsLongAsItsRefreshTokenIsUnused() async throws {
    try await TestServer.run { server in
      let proof = try await EthereumTestWallet().proof(server)
      let first = try await signIn(server, proof, key: "one")
      #expect(first.status == 200)
      #expect(first["is_new_user"] == true)
      // Days later the challenge has expired, and the store no longer remembers that it was spent.
      server.clock.advance(by: 3 * 24 * 3600)
      let again = try await signIn(server, proof, key: "one")
      #expect(again.status == 200)
      for member in ["session_id", "refresh_token", "is_new_user", "user"] {
        #expect(again.json[member] == first.json[member])
      }
      let token = try #require(again["refresh_token"].string)
      let refreshed = try await server.api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(token)")
      #expect(refreshed.status == 200)
      #expect(try await signIn(server, proof, key: "one").code == "challenge_expired")
    }
  }

  @Test func anotherKeyAndNoKeyFindTheChallengeUsed() async throws {
    try await TestServer.run { server in
      let proof = try await EthereumTestWallet().proof(server)
      #expect(try await signIn(server, proof, key: "one").status == 200)
      #expect(try await signIn(server, proof, key: "two").code == "challenge_used")
      #expect(try await signIn(server, proof, key: nil).code == "challenge_used")
    }
  }

  @Test func keyDoesNotHelpAProofThatWasAcceptedWithoutOne() async throws {
    try await TestServer.run { server in
      let proof = try await EthereumTestWallet().proof(server)
      #expect(try await signIn(server, proof, key: nil).status == 200)
      #expect(try await signIn(server, proof, key: "one").code == "challenge_used")
    }
  }

  @Test func expiredProofThatWasNeverAcceptedStaysRefused() async throws {
    try await TestServer.run { server in
      let proof = try await EthereumTestWallet().proof(server)
      server.clock.advance(by: 3600)
      #expect(try await signIn(server, proof, key: "one").code == "challenge_expired")
    }
  }

  @Test func repetitionAfterSignOutOpensNothing() async throws {
    try await TestServer.run { server in
      let proof = try await EthereumTestWallet().proof(server)
      let token = try #require(try await signIn(server, proof, key: "one")["account_token"].string)
      #expect(try await server.api.send(.post, "/v1/sign-out", [:], bearer: token).status == 204)
      #expect(try await signIn(server, proof, key: "one").code == "challenge_used")
    }
  }

  @Test func hundredRepetitionsAtOnceOpenOneSession() async throws {
    try await TestServer.run { server in
      let proof = try await EthereumTestWallet().proof(server)
      let answers = try await inParallel(100) { try await signIn(server, proof, key: "one") }
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(Set(answers.compactMap { $0["session_id"].string }).count == 1)
      #expect(Set(answers.compactMap { $0["refresh_token"].string }).count == 1)
    }
  }

  @Test func lostUpgradeOfAnonymousUserIsFoundAgainWithTheEndedToken() async throws {
    try await TestServer.run(["applications": [["id": "default", "methods": ["siwe", "anonymous"]]]]) {
      server in
      let visitor = try await server.api.send(.post, "/v1/anonymous", [:])
      let token = try #require(visitor["account_token"].string)
      server.clock.advance(by: 1)
      let proof = try await EthereumTestWallet().proof(server)
      let upgraded = try await signIn(server, proof, key: "one", token: token)
      #expect(upgraded.status == 200)
      #expect(upgraded.json["user"]?["id"] == visitor.json["user"]?["id"])
      // The anonymous session has ended, so its token opens nothing; the client repeats the request without it.
      #expect(try await signIn(server, proof, key: "one", token: token).code == "invalid_token")
      let again = try await signIn(server, proof, key: "one")
      #expect(again["session_id"] == upgraded["session_id"])
      #expect(again["is_new_user"] == false)
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// The registration of an anonymous user: it keeps the user, happens once, and never merges two users.
@Suite struct AnonymousUpgradeThreatTests {
  @Test("A sign-in with the token of an anonymous user registers that user and ends the anonymous session")
  func upgrade() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let ethereum = EthereumTestWallet()
      let near = try NEARTestWallet()
      let signIns: [(String, (String) async throws -> TestAPI.Answer)] = [
        ("siwe", { try await ethereum.signIn(server, bearer: $0) }),
        ("near", { try await near.signIn(server, bearer: $0) }),
      ]
      let key = try await server.apiKey()
      for (method, signIn) in signIns {
        let visitor = try await TestVisitor(server)
        _ = try await server.api.send(
          .patch, "/v1/user", ["metadata": ["cart": 1]], bearer: visitor.account)
        let session = try await signIn(visitor.account)
        #expect(session.status == 200)
        #expect(session["is_new_user"] == false)
        #expect(session.json["user"]?["id"] == .string(visitor.user))
        #expect(session.json["user"]?["kind"] == "registered")
        #expect(session.json["user"]?["metadata"] == ["cart": 1])
        #expect(session.json["user"]?["identities"]?.array?.count == 1)
        #expect(session["session_id"] != visitor.session["session_id"])
        #expect(try session.claims("account_token")["amr"] == [.string(method)])
        #expect(try session.claims("account_token")["acr"] == "urn:doorward:acr:wallet")

        // The tokens of the anonymous session are no longer valid.
        #expect(try await visitor.refreshed(server).code == "invalid_grant")
        #expect(try await visitor.current(server).code == "invalid_token")
        let access = try #require(visitor.session["access_token"].string)
        let introspection = try await server.api.form(
          "/v1/introspect", "token=\(access)", fields: ["Authorization": "Bearer \(key)"])
        #expect(introspection.json == ["active": false])

        // The identity is now the last one, so it cannot be removed.
        let token = try #require(session["account_token"].string)
        let identity = try #require(session.json["user"]?["identities"]?[0]?["id"]?.string)
        #expect(
          try await server.api.send(.delete, "/v1/user/identities/\(identity)", bearer: token).code
            == "last_identity")
      }
      #expect(try await ethereum.signIn(server)["is_new_user"] == false)
    }
  }

  @Test("An identity of another user signs in that user, and the anonymous user does not change")
  func takenIdentity() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let wallet = EthereumTestWallet()
      let owner = try await wallet.signIn(server)
      let visitor = try await TestVisitor(server)
      let session = try await wallet.signIn(server, bearer: visitor.account)
      #expect(session.json["user"]?["id"] == owner.json["user"]?["id"])
      #expect(session.json["user"]?["metadata"] == [:])
      let after = try await visitor.current(server)
      #expect(after["id"] == .string(visitor.user))
      #expect(after["kind"] == "anonymous")
      #expect(after["identities"] == [])
      #expect(try await visitor.refreshed(server).status == 200)
      let link = try await wallet.proof(server, purpose: "link", bearer: visitor.account)
      let refused = try await server.api.send(
        .post, "/v1/ethereum/link", .object(link), bearer: visitor.account)
      #expect(refused.code == "identity_in_use")
      #expect(try await visitor.current(server)["kind"] == "anonymous")
    }
  }

  @Test("Only the account token of a live anonymous session at its own application registers the user")
  func tokens() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let wallet = EthereumTestWallet()
      let access = try #require(visitor.session["access_token"].string)
      for token in [access, visitor.refresh, "x"] {
        #expect(try await wallet.signIn(server, bearer: token).code == "invalid_token")
      }
      // At another application, by its id or by one of its challenges.
      let other: HTTPFields = ["Doorward-Application": "other"]
      #expect(try await wallet.signIn(server, bearer: visitor.account, fields: other).code == "invalid_token")
      let foreign = JSONValue.object(try await wallet.proof(server, fields: other))
      let refused = try await server.api.send(.post, "/v1/ethereum/sign-in", foreign, bearer: visitor.account)
      #expect(refused.code == "invalid_challenge")
      // A link challenge belongs to the user who requested it; a sign-in challenge cannot link.
      let stranger = try await TestVisitor(server)
      let link = try await wallet.proof(server, purpose: "link", bearer: stranger.account)
      for path in ["/v1/ethereum/link", "/v1/ethereum/sign-in"] {
        let answer = try await server.api.send(.post, path, .object(link), bearer: visitor.account)
        #expect(answer.code == "invalid_challenge")
      }
      #expect(try await visitor.current(server)["kind"] == "anonymous")
      _ = try await server.api.send(.post, "/v1/sign-out", [:], bearer: visitor.account)
      #expect(try await wallet.signIn(server, bearer: visitor.account).code == "invalid_token")
      #expect(try await wallet.signIn(server)["is_new_user"] == true)
    }
  }

  @Test("An invalid proof does not register the user and does not end the session")
  func wrongProof() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      var proof = try await EthereumTestWallet().proof(server)
      let message = try #require(proof["message"]?.string)
      proof["signature"] = .string(try EthereumTestWallet().sign(message))
      let refused = try await server.api.send(
        .post, "/v1/ethereum/sign-in", .object(proof), bearer: visitor.account)
      #expect(refused.code == "wrong_signer")
      #expect(try await visitor.current(server)["kind"] == "anonymous")
      #expect(try await visitor.refreshed(server).status == 200)
    }
  }

  @Test("The request that registered an anonymous user has no effect when it is repeated")
  func replay() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let proof = JSONValue.object(try await EthereumTestWallet().proof(server))
      let first = try await server.api.send(.post, "/v1/ethereum/sign-in", proof, bearer: visitor.account)
      #expect(first.status == 200)
      let again = try await server.api.send(.post, "/v1/ethereum/sign-in", proof, bearer: visitor.account)
      #expect(again.code == "invalid_token")
      #expect(try await server.api.send(.post, "/v1/ethereum/sign-in", proof).code == "challenge_used")
      let token = try #require(first["account_token"].string)
      #expect(try await server.api.send(.get, "/v1/user", bearer: token)["identities"].array?.count == 1)
    }
  }

  @Test("Of 100 parallel requests of different wallets with one anonymous token, one registers the user")
  func manyWallets() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let wallets = (0..<100).map { _ in EthereumTestWallet() }
      let proofs = try await inParallel(100) { try await wallets[$0].proof(server) }
      let answers = try await inParallel(100) { index in
        try await server.api.send(
          .post, "/v1/ethereum/sign-in", .object(proofs[index]), bearer: visitor.account)
      }
      let won = answers.indices.filter { answers[$0].status == 200 }
      #expect(won.count == 1)
      #expect(answers.filter { $0.status == 401 && $0.code == "invalid_token" }.count == 99)
      let winner = try #require(won.first)
      #expect(answers[winner].json["user"]?["id"] == .string(visitor.user))
      // The wallets of the other requests belong to no user.
      #expect(try await wallets[(winner + 1) % 100].signIn(server)["is_new_user"] == true)
      #expect(try await wallets[winner].signIn(server).json["user"]?["id"] == .string(visitor.user))
    }
  }

  @Test("100 parallel proofs of one wallet with one anonymous token make one user")
  func oneWallet() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let wallet = EthereumTestWallet()
      let proofs = try await inParallel(100) { try await wallet.proof(server) }
      let answers = try await inParallel(100) { index in
        try await server.api.send(
          .post, "/v1/ethereum/sign-in", .object(proofs[index]), bearer: visitor.account)
      }
      #expect(answers.contains { $0.status == 200 })
      for answer in answers {
        #expect(
          answer.status == 200
            ? answer.json["user"]?["id"] == .string(visitor.user) : answer.code == "invalid_token")
      }
      #expect(try await visitor.refreshed(server).code == "invalid_grant")
    }
  }
}

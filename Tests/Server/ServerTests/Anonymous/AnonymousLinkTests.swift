import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Testing

/// An anonymous user who adds a wallet is registered, and the session keeps no proof of its own.
@Suite struct AnonymousLinkTests {
  private static func link(
    _ server: TestServer, _ wallet: EthereumTestWallet, bearer: String
  ) async throws -> TestAPI.Answer {
    let proof = try await wallet.proof(server, purpose: "link", bearer: bearer)
    return try await server.api.send(.post, "/v1/ethereum/link", .object(proof), bearer: bearer)
  }

  @Test("A link registers the anonymous user, regardless of the age of the session")
  func link() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      server.clock.advance(by: 800)
      let wallet = EthereumTestWallet()
      let linked = try await Self.link(server, wallet, bearer: visitor.account)
      #expect(linked.status == 200)
      #expect(linked["id"] == .string(visitor.user))
      #expect(linked["kind"] == "registered")
      #expect(linked["identities"].array?.count == 1)
      #expect(try await visitor.refreshed(server).json["user"]?["kind"] == "registered")
      let signedIn = try await wallet.signIn(server)
      #expect(signedIn["is_new_user"] == false)
      #expect(signedIn.json["user"]?["id"] == .string(visitor.user))
    }
  }

  @Test(
    "After the registration, the anonymous session is not a recent sign-in; a wallet sign-in is, and replaces it"
  )
  func recentSignIn() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let wallet = EthereumTestWallet()
      let linked = try await Self.link(server, wallet, bearer: visitor.account)
      let identity = try #require(linked["identities"][0]?["id"]?.string)
      for (method, path) in [
        (HTTPMethod.delete, "/v1/user"), (.delete, "/v1/user/identities/\(identity)"),
      ] {
        let refused = try await server.api.send(method, path, bearer: visitor.account)
        #expect(refused.code == "insufficient_user_authentication")
      }
      let second = try await Self.link(server, EthereumTestWallet(), bearer: visitor.account)
      #expect(second.code == "insufficient_user_authentication")

      let session = try await wallet.signIn(server, bearer: visitor.account)
      #expect(session["session_id"] != visitor.session["session_id"])
      #expect(try session.claims("account_token")["amr"] == ["siwe"])
      #expect(try await visitor.current(server).code == "invalid_token")
      let token = try #require(session["account_token"].string)
      #expect(try await Self.link(server, EthereumTestWallet(), bearer: token).status == 200)
    }
  }

  @Test("Of 100 wallets linked at once to one anonymous user, one is linked")
  func manyWallets() async throws {
    try await TestServer.run(TestVisitor.settings) { server in
      let visitor = try await TestVisitor(server)
      let proofs = try await inParallel(100) {
        try await EthereumTestWallet().proof(server, purpose: "link", bearer: visitor.account)
      }
      let answers = try await inParallel(100) { index in
        try await server.api.send(
          .post, "/v1/ethereum/link", .object(proofs[index]), bearer: visitor.account)
      }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.status == 401 }.count == 99)
      let user = try await visitor.current(server)
      #expect(user["kind"] == "registered")
      #expect(user["identities"].array?.count == 1)
    }
  }
}

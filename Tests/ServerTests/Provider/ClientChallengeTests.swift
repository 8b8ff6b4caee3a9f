import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// What people sign on the page that asks them for a client: the signature is the yes to it, so it is named there.
@Suite struct ClientChallengeTests {
  private func held(_ client: TestClient) async throws -> JSONObject {
    ["ticket": .string(try await client.ticket())]
  }

  @Test("A message for a client names it, and signs in on the page")
  func ethereum() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let held = try await held(try TestClient.site(server))
      let proof = try await wallet.proof(browser, changing: held)
      let message = try #require(proof["message"]?.string)
      #expect(message.contains("\n\nSign in to Example Site.\n\n"))
      let answer = try await browser.send(.post, "/session/ethereum/sign-in", proof)
      #expect(answer["signed_in"] == true)
      // It is the page's own sign-in, and the page keeps its name where nobody asks.
      let own = try await wallet.challenge(browser)["message"].string
      #expect(own?.contains("\n\nSign in to Doorward.\n\n") == true)
    }
  }

  @Test("NEP-413: the text for a client names it in its first line, above the page's own site")
  func near() async throws {
    try await NEARScene.run(TestClient.settings) { scene in
      let browser = TestBrowser(scene.server)
      let held = try await held(try TestClient.site(scene.server))
      let proof = try await scene.wallet("alice.near").proof(browser, changing: held)
      let lines = try #require(proof["message"]?.string).split(separator: "\n")
      #expect(lines.first == "Sign in to Example Site")
      #expect(lines.dropFirst().first == "Site: \(scene.server.server.accountURL.authority)")
      let answer = try await browser.send(.post, "/session/near/sign-in", proof)
      #expect(answer["signed_in"] == true)
    }
  }

  @Test("It signs in nowhere but on the page: not at the API, not in another browser, and links nothing")
  func elsewhere() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let proof = try await wallet.proof(browser, changing: held(try TestClient.site(server)))
      let other = try await TestBrowser.signedIn(server)
      #expect(try await other.send(.post, "/session/ethereum/sign-in", proof).code == "invalid_challenge")
      #expect(try await other.send(.post, "/session/ethereum/link", proof).code == "invalid_challenge")
      var body = try #require(proof.object)
      body["binding_secret"] = .string(try TestBinding().secret)
      for id in ["default", "site", "app"] {
        let answer = try await server.listening.send(
          .post, "/v1/ethereum/sign-in", .object(body), fields: ["Doorward-Application": id])
        #expect(answer.status == (id == "site" ? 403 : 401))
      }
      #expect(try await browser.send(.post, "/session/ethereum/sign-in", proof).status == 200)
    }
  }

  @Test("What the client does not offer is not asked of anybody, and a ticket that is none asks nothing")
  func refusals() async throws {
    var settings = TestClient.settings
    settings["applications"] = [
      ["id": "default", "ethereum": ["chains": [1, 10]]],
      [
        "id": "site", "name": "Müller", "redirect_uris": ["https://site.example/callback"],
        "client_secret_hash": .string(TestClient.secretHash), "ethereum": ["chains": [10]],
        "methods": ["siwe"],
      ],
    ]
    try await TestServer.run(settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      var held = try await held(try TestClient.site(server))
      #expect(try await wallet.challenge(browser, changing: held).code == "wrong_chain")
      let near = try await browser.send(.post, "/session/near/challenge", .object(held))
      #expect(near.code == "method_not_offered")
      held["chain_id"] = 10
      // EIP-4361 has no letters for this name; the client's id stands in its place.
      let message = try await wallet.challenge(browser, changing: held)["message"].string
      #expect(message?.contains("\n\nSign in to site.\n\n") == true)
      #expect(try await wallet.challenge(browser, changing: ["ticket": "b3Zlcg"]).code == "invalid_ticket")
      #expect(try await wallet.challenge(browser, changing: ["ticket": 1]).code == "wrong_type")
      server.clock.advance(by: 3600)
      #expect(try await wallet.challenge(browser, changing: held).code == "invalid_ticket")
    }
  }
}

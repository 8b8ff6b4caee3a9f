import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The message that a user signs for a client names the client, because the signature is consent.
@Suite struct ClientChallengeTests {
  private func ticketMember(_ client: TestClient) async throws -> JSONObject {
    ["ticket": .string(try await client.ticket())]
  }

  @Test("A message for a client names it, and signs in on the page")
  func ethereum() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let ticketMember = try await ticketMember(try TestClient.site(server))
      let proof = try await wallet.proof(browser, changing: ticketMember)
      let message = try #require(proof["message"]?.string)
      #expect(message.contains("\n\nSign in to Example Site.\n\n"))
      let answer = try await browser.send(.post, "/session/ethereum/sign-in", proof)
      #expect(answer["signed_in"] == true)
      // It is a sign-in of the page. Without a client the message has the page's name.
      let own = try await wallet.challenge(browser)["message"].string
      #expect(own?.contains("\n\nSign in to Doorward.\n\n") == true)
    }
  }

  @Test("NEP-413: the text for a client names the client in its first line, above the page's site")
  func near() async throws {
    try await NEARScene.run(TestClient.settings) { scene in
      let browser = TestBrowser(scene.server)
      let ticketMember = try await ticketMember(try TestClient.site(scene.server))
      let proof = try await scene.wallet("alice.near").proof(browser, changing: ticketMember)
      let lines = try #require(proof["message"]?.string).split(separator: "\n")
      #expect(lines.first == "Sign in to Example Site")
      #expect(lines.dropFirst().first == "Site: \(scene.server.server.accountURL.authority)")
      let answer = try await browser.send(.post, "/session/near/sign-in", proof)
      #expect(answer["signed_in"] == true)
    }
  }

  @Test("It signs in only on the page: not at the API, not in another browser, and it links nothing")
  func elsewhere() async throws {
    try await TestServer.run(TestClient.settings) { server in
      let (browser, wallet) = (TestBrowser(server), EthereumTestWallet())
      let proof = try await wallet.proof(browser, changing: ticketMember(try TestClient.site(server)))
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

  @Test("A method that the client does not offer and an invalid ticket get no challenge")
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
      var ticketMember = try await ticketMember(try TestClient.site(server))
      #expect(try await wallet.challenge(browser, changing: ticketMember).code == "wrong_chain")
      let near = try await browser.send(.post, "/session/near/challenge", .object(ticketMember))
      #expect(near.code == "method_not_offered")
      ticketMember["chain_id"] = 10
      // EIP-4361 does not allow the characters of this name, so the message has the client's id.
      let message = try await wallet.challenge(browser, changing: ticketMember)["message"].string
      #expect(message?.contains("\n\nSign in to site.\n\n") == true)
      #expect(try await wallet.challenge(browser, changing: ["ticket": "b3Zlcg"]).code == "invalid_ticket")
      #expect(try await wallet.challenge(browser, changing: ["ticket": 1]).code == "wrong_type")
      server.clock.advance(by: 3600)
      #expect(try await wallet.challenge(browser, changing: ticketMember).code == "invalid_ticket")
    }
  }
}

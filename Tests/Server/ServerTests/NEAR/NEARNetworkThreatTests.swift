import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

/// Networks and callback URLs, over HTTP.
@Suite struct NEARNetworkThreatTests {
  @Test("The same account id on mainnet and on testnet is two users")
  func twoNetworks() async throws {
    try await NEARScene.run(NEARScene.everything) { scene in
      let wallet = try scene.wallet("alice.near")
      scene.testnet.change { $0.add(wallet) }
      let mainnet = try await wallet.signIn(scene.server)
      scene.mainnet[0].forget()
      let testnet = try await wallet.signIn(scene.server, changing: ["network": "testnet"])
      #expect(testnet.status == 200)
      #expect(testnet["is_new_user"] == true)
      #expect(testnet.json["user"]?["id"] != mainnet.json["user"]?["id"])
      #expect(testnet.json["user"]?["identities"]?[0]?["network"] == "testnet")
      #expect(scene.mainnet[0].asked.isEmpty)
    }
  }

  @Test("An application offers only mainnet by default")
  func unlistedNetwork() async throws {
    try await NEARScene.run { scene in
      for network in ["testnet", "betanet", "Mainnet", ""] {
        let answer = try await NEARTestWallet().challenge(
          scene.server, TestBinding(), changing: ["network": .string(network)])
        #expect(answer.status == 422)
        #expect(answer.code == "wrong_network")
      }
      let config = try await scene.server.api.send(.get, "/v1/config")
      #expect(config["networks"] == ["mainnet"])
    }
  }

  @Test("A testnet proof does not sign in to a mainnet application")
  func testnetProof() async throws {
    let applications: JSONObject = [
      "applications": [
        ["id": "main", "near": ["recipient": "app.example"]],
        ["id": "test", "near": ["networks": ["testnet"], "recipient": "app.example"]],
      ]
    ]
    try await NEARScene.run(applications) { scene in
      let wallet = try scene.wallet("alice.near")
      scene.testnet.change { $0.add(wallet) }
      let test: HTTPFields = ["Doorward-Application": "test"]
      let proof = try await wallet.proof(scene.server, fields: test)
      #expect(proof["network"] == "testnet")
      var renamed = proof
      renamed["network"] = "mainnet"
      for body in [proof, renamed, try wallet.signed(renamed)] {
        #expect(try await scene.signIn(body).code == "invalid_challenge")
      }
      let accepted = try await scene.server.api.send(
        .post, "/v1/near/sign-in", .object(proof), fields: test)
      #expect(accepted.status == 200)
    }
  }

  @Test("If the operator removes a network, its challenges are no longer valid")
  func delisted() async throws {
    try await NEARScene.run(NEARScene.everything) { scene in
      let wallet = try NEARTestWallet()
      let proof = try await wallet.proof(scene.server, changing: ["network": "testnet"])
      let later = try await TestServer(
        ["applications": [["id": "default", "near": ["recipient": "app.example"]]]],
        in: scene.server.directory)
      let refused = try await later.api.send(.post, "/v1/near/sign-in", .object(proof))
      await later.stop()
      #expect(refused.status == 401)
      #expect(refused.code == "wrong_network")
    }
  }

  @Test("A callback URL that the application does not list gets no challenge")
  func unlistedCallback() async throws {
    try await NEARScene.run(NEARScene.everything) { scene in
      for url in [
        "https://evil.example/back", "https://app.example/back/", "https://app.example/back?x=1",
        "https://app.example.evil.example/back", "http://app.example/back", "HTTPS://app.example/back",
        "https://app.example/", "",
      ] {
        let answer = try await NEARTestWallet().challenge(
          scene.server, TestBinding(), changing: ["callback_url": .string(url)])
        #expect(answer.status == 422, "\(url)")
        #expect(answer.code == "wrong_callback_url")
      }
    }
  }

  @Test("The callback URL of the proof must be the one of the challenge")
  func otherCallback() async throws {
    try await NEARScene.run(NEARScene.everything) { scene in
      let wallet = try scene.wallet("alice.near")
      let proof = try await wallet.proof(
        scene.server, changing: ["callback_url": "https://app.example/back"])
      for other in ["app://back", "https://evil.example", nil] as [String?] {
        var changed = proof
        changed["callback_url"] = other.map { .string($0) }
        #expect(try await scene.signIn(try wallet.signed(changed)).code == "invalid_challenge")
        #expect(try await scene.signIn(changed).code == "invalid_challenge")
      }
      #expect(try await scene.signIn(proof).status == 200)
    }
  }
}

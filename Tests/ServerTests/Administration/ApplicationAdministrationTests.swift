import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The operator's changes of applications while servers run.
@Suite struct ApplicationAdministrationTests {
  private func config(_ server: TestServer, _ id: String) async throws -> TestAPI.Answer {
    try await server.api.send(.get, "/v1/config", fields: ["Doorward-Application": .init(id)])
  }

  private func waitForName(_ name: JSONValue, of id: String, at server: TestServer) async throws {
    try await wait(until: "the server uses the change") {
      (try? await config(server, id))?["name"] == name
    }
  }

  @Test func runningServersNoticeAddedChangedAndRemovedApplications() async throws {
    try await TestServer.run { first in
      try await first.beside([:]) { second in
        #expect(try await config(first, "shop").code == "unknown_application")
        try await first.administer {
          _ = try await $0.addApplication("shop", ["name": "Shop", "methods": ["siwe"]])
        }
        for server in [first, second] { try await waitForName("Shop", of: "shop", at: server) }
        #expect(try await config(second, "shop")["methods"] == ["siwe"])
        let wallet = EthereumTestWallet()
        let session = try await wallet.signIn(first, fields: ["Doorward-Application": "shop"])
        let token = try #require(session["account_token"].string)
        #expect(try await first.api.send(.get, "/v1/user", bearer: token).status == 200)
        try await first.administer {
          _ = try await $0.changeApplication("shop") { $0.merging(patch: ["name": "Store"]) }
        }
        for server in [first, second] { try await waitForName("Store", of: "shop", at: server) }
        #expect(try await config(second, "shop")["methods"] == ["siwe"])
        try await first.administer { try await $0.removeApplication("shop") }
        for server in [first, second] { try await waitForName(.null, of: "shop", at: server) }
        #expect(try await first.api.send(.get, "/v1/user", bearer: token).status == 401)
      }
    }
  }

  @Test func addedApplicationsSurviveARestart() async throws {
    try await TestServer.restart([:], [:]) { server in
      try await server.administer { _ = try await $0.addApplication("shop", ["name": "Shop"]) }
    } _: { server, _ in
      let (shop, standard) = (try await config(server, "shop"), try await server.api.send(.get, "/v1/config"))
      #expect(shop["name"] == "Shop")
      #expect(standard["application"] == "default")
    }
  }

  @Test func configurationOverridesTheStore() async throws {
    let listing: JSONObject = ["applications": [["id": "web"], ["id": "shop", "name": "Listed"]]]
    try await TestServer.restart([:], listing) { server in
      try await server.administer { administration in
        for id in ["shop", "game"] { _ = try await administration.addApplication(id, ["name": "Stored"]) }
      }
    } _: { server, _ in
      #expect(try await config(server, "shop")["name"] == "Listed")
      #expect(try await config(server, "game")["name"] == "Stored")
      #expect(try await server.api.send(.get, "/v1/config")["application"] == "web")
      let effective = try await server.administer { try await $0.effectiveApplications() }
      #expect(effective.map(\.id) == ["web", "shop", "game"])
      #expect(effective.map(\.source) == [.configuration, .configuration, .store])
      for id in ["web", "shop"] {
        await #expect(throws: ConfigurationError(.invalidValue, key: "id", "")) {
          try await server.administer { _ = try await $0.changeApplication(id) { $0 } }
        }
        await #expect(throws: ConfigurationError(.invalidValue, key: "id", "")) {
          try await server.administer { try await $0.removeApplication(id) }
        }
      }
    }
  }

  @Test func applicationThatIsNoLongerConfiguredIsRemoved() async throws {
    try await TestServer.restart(
      ["applications": [["id": "web"], ["id": "shop"]]], ["applications": [["id": "web"]]]
    ) { server in
      let shop = try await config(server, "shop")
      #expect(shop.status == 200)
    } _: { server, _ in
      let shop = try await config(server, "shop")
      #expect(shop.code == "unknown_application")
    }
  }

  /// A command may run without the configuration of the server.
  @Test func commandsReadTheConfiguredApplicationsFromTheStore() async throws {
    try await TestServer.run(["applications": [["id": "web"], ["id": "shop"]]]) { server in
      var configuration = server.configuration
      configuration.listedApplications = nil
      let ids = try await Administration.using(configuration) {
        try await $0.effectiveApplications().map(\.id)
      }
      #expect(ids == ["web", "shop"])
    }
  }

  @Test(
    arguments: [
      (["redirect_uris": ["nonsense"]], "redirect_uris"), (["nme": "Shop"], "nme"),
      (["methods": ["magic"]], "methods"), (["ethereum": ["chains": [0]]], "ethereum.chains"),
      (["near": ["networks": ["moon"]]], "near.networks"), (["id": "other"], "id"),
      (["audience": "default"], "audience"), (["audience": ""], "audience"),
    ] as [(JSONObject, String)]) func wrongSettingIsRefusedWithItsName(_ settings: JSONObject, _ key: String)
    async throws
  {
    try await TestServer.run { server in
      let refusal = await #expect(throws: ConfigurationError.self) {
        try await server.administer { _ = try await $0.addApplication("shop", settings) }
      }
      #expect(refusal?.key == key)
      let effective = try await server.administer { try await $0.effectiveApplications() }
      #expect(effective.map(\.id) == ["default"])
    }
  }

  @Test func idCanBeUsedOnce() async throws {
    try await TestServer.run { server in
      let results = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<4 {
          group.addTask {
            let added = try? await server.administer {
              try await $0.addApplication("shop", ["name": .string("Shop \(number)")])
            }
            return added != nil
          }
        }
        return await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      #expect(results.count { $0 } == 1)
    }
  }

  @Test func defaultApplicationCanChangeAndReturnToItsBuiltInSettings() async throws {
    try await TestServer.run { server in
      let builtIn = try await server.api.send(.get, "/v1/config")["name"]
      try await server.administer {
        _ = try await $0.changeApplication("default") { $0.merging(patch: ["name": "House"]) }
      }
      try await waitForName("House", of: "default", at: server)
      try await server.administer { try await $0.removeApplication("default") }
      try await waitForName(builtIn, of: "default", at: server)
      await #expect(throws: ConfigurationError(.invalidValue, key: "id", "")) {
        try await server.administer { try await $0.removeApplication("default") }
      }
    }
  }

  @Test func applicationWithAnotherAlgorithmGetsItsKey() async throws {
    try await TestServer.run { server in
      func algorithms() async throws -> Set<JSONValue> {
        let keys = try await server.api.send(.get, "/.well-known/jwks.json")["keys"].array ?? []
        return Set(keys.compactMap { $0["alg"] })
      }
      #expect(try await algorithms() == ["ES256"])
      try await server.administer {
        _ = try await $0.addApplication(
          "shop", ["name": "Shop", "id_token_signed_response_alg": "RS256"])
      }
      try await waitForName("Shop", of: "shop", at: server)
      #expect(try await algorithms() == ["ES256", "RS256"])
    }
  }
}

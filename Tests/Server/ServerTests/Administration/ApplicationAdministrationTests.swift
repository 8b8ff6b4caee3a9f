import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Testing

/// The operator's changes of applications while servers run.
@Suite struct ApplicationAdministrationTests {
  private func config(_ server: TestServer, _ id: String) async throws -> TestAPI.Answer {
    try await server.api.send(.get, "/v1/config", fields: ["Doorward-Application": .init(id)])
  }

  private func change(_ text: String) throws -> ApplicationChange { try #require(ApplicationChange(text)) }

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
          _ = try await $0.addApplication("shop", settings: ["name": "Shop", "methods": ["siwe"]])
        }
        for server in [first, second] { try await waitForName("Shop", of: "shop", at: server) }
        #expect(try await config(second, "shop")["methods"] == ["siwe"])
        let wallet = EthereumTestWallet()
        let session = try await wallet.signIn(first, fields: ["Doorward-Application": "shop"])
        let token = try #require(session["account_token"].string)
        #expect(try await first.api.send(.get, "/v1/user", bearer: token).status == 200)
        try await first.administer {
          _ = try await $0.changeApplication("shop", [change("name=Store")])
        }
        for server in [first, second] { try await waitForName("Store", of: "shop", at: server) }
        #expect(try await config(second, "shop")["methods"] == ["siwe"])
        try await first.administer { try await $0.removeApplication("shop") }
        for server in [first, second] {
          try await wait(until: "the server refuses the application") {
            (try? await config(server, "shop"))?.code == "unknown_application"
          }
        }
        #expect(try await first.api.send(.get, "/v1/user", bearer: token).status == 401)
      }
    }
  }

  @Test func addedApplicationsSurviveARestart() async throws {
    try await TestServer.restart([:], [:]) { server in
      try await server.administer { _ = try await $0.addApplication("shop", settings: ["name": "Shop"]) }
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
        for id in ["shop", "game"] {
          _ = try await administration.addApplication(id, settings: ["name": "Stored"])
        }
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
          try await server.administer { _ = try await $0.changeApplication(id, []) }
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
      (["audience": "default"], #""shop".audience"#), (["audience": ""], #""shop".audience"#),
    ] as [(JSONObject, String)]) func wrongSettingIsRefusedWithItsName(_ settings: JSONObject, _ key: String)
    async throws
  {
    try await TestServer.run { server in
      let refusal = await #expect(throws: ConfigurationError.self) {
        try await server.administer { _ = try await $0.addApplication("shop", settings: settings) }
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
              try await $0.addApplication("shop", settings: ["name": .string("Shop \(number)")])
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
        _ = try await $0.changeApplication("default", [change("name=House")])
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
          "shop", settings: ["name": "Shop", "id_token_signed_response_alg": "RS256"])
      }
      try await waitForName("Shop", of: "shop", at: server)
      #expect(try await algorithms() == ["ES256", "RS256"])
    }
  }

  @Test func serverNoticesChangesWithinTwoSeconds() async throws {
    try await TestServer.run { server in
      var shortest = Duration.seconds(60)
      for number in 0..<3 {
        let id = "shop\(number)"
        let start = ContinuousClock.now
        try await server.administer { _ = try await $0.addApplication(id, settings: ["name": "Shop"]) }
        try await waitForName("Shop", of: id, at: server)
        shortest = min(shortest, ContinuousClock.now - start)
      }
      // Other tests use the processors too, so the shortest of three counts.
      #expect(shortest < .seconds(2))
    }
  }

  @Test func listedApplicationReturnsToItsStoredSettings() async throws {
    let directory = try TemporaryDirectory()
    let listing: JSONObject = ["applications": [["id": "web"], ["id": "shop", "name": "Listed"]]]
    try await TestServer.run(in: directory) { server in
      try await server.administer { _ = try await $0.addApplication("shop", settings: ["name": "Stored"]) }
    }
    for (settings, name) in [(listing, "Listed"), ([:], "Stored")] as [(JSONObject, JSONValue)] {
      try await TestServer.run(settings, in: directory) { server in
        let shop = try await config(server, "shop")
        #expect(shop["name"] == name)
      }
    }
  }

  @Test func serverWithoutListKeepsItsDefaultApplication() async throws {
    try await TestServer.run { server in
      try await server.beside(["applications": [["id": "web"]]]) { other in
        try await server.administer { _ = try await $0.addApplication("shop", settings: ["name": "Shop"]) }
        for each in [server, other] { try await waitForName("Shop", of: "shop", at: each) }
        let standard = try await server.api.send(.get, "/v1/config")
        #expect(standard["application"] == "default")
        let web = try await config(server, "web")
        #expect(web.code == "unknown_application")
      }
    }
  }

  /// A command with another configuration can store settings that the server refuses.
  @Test func refusedDefaultApplicationDelaysNoOtherChange() async throws {
    try await TestServer.run { server in
      try await server.administer { _ = try await $0.addApplication("shop", settings: ["name": "Shop"]) }
      try await waitForName("Shop", of: "shop", at: server)
      try await server.store(["near": ["networks": ["moon"]]], of: "default")
      try await server.administer { try await $0.removeApplication("shop") }
      try await wait(until: "the server refuses the application") {
        (try? await config(server, "shop"))?.code == "unknown_application"
      }
      let standard = try await server.api.send(.get, "/v1/config")
      #expect(standard["networks"] == ["mainnet"])
      #expect(server.log.lines.contains { $0["key"] == #""default".near.networks"# })
    }
  }

  @Test(arguments: ["SERVER", "default"]) func serverRefusesStoredAudienceOfAnotherKind(_ audience: String)
    async throws
  {
    try await TestServer.run { server in
      let audience = audience == "SERVER" ? server.origin : audience
      try await server.store(["audience": .string(audience)], of: "shop")
      try await server.administer { _ = try await $0.addApplication("game", settings: ["name": "Game"]) }
      try await waitForName("Game", of: "game", at: server)
      let shop = try await config(server, "shop")
      #expect(shop.code == "unknown_application")
    }
  }

  @Test func listReportsStoredAudienceThatServersRefuse() async throws {
    try await TestServer.run { server in
      try await server.store(["audience": "default"], of: "shop")
      let inspection = InstallationInspection(server.configuration)
      let refused = try await inspection.applicationsWithSources().compactMap { effective, result in
        if case .failure(let error) = result { (effective.id, error.key) } else { nil }
      }
      #expect(refused.map(\.0) == ["shop"])
      #expect(refused.map(\.1) == ["audience"])
    }
  }

  @Test func listedAudienceThatIsTheIDOfAStoredApplicationStopsTheStart() async throws {
    let directory = try TemporaryDirectory()
    try await TestServer.run(in: directory) { server in
      try await server.administer { _ = try await $0.addApplication("api", settings: ["name": "API"]) }
    }
    let refusal = await #expect(throws: ConfigurationError.self) {
      try await TestServer.run(["applications": [["id": "web", "audience": "api"]]], in: directory) { _ in }
    }
    #expect(refusal?.key == "applications[0].audience")
  }

  @Test func changeOfDefaultListKeepsTheOtherElements() async throws {
    try await TestServer.run { server in
      try await server.administer {
        _ = try await $0.changeApplication(
          "default", [change("scopes-=account"), change("ethereum.chains+=10"), change("methods-=near")])
      }
      try await wait(until: "the server has noticed the change") {
        (try? await server.api.send(.get, "/v1/config"))?["methods"] == ["siwe"]
      }
      let standard = try await server.api.send(.get, "/v1/config")
      #expect(standard["direct_sign_in"] == false)
      #expect(standard["chains"].array?.compactMap { $0["id"]?.int64 } == [1, 10])
    }
  }
}

extension TestServer {
  /// Stores settings without a check, as a command with another configuration does.
  fileprivate func store(_ settings: JSONObject, of id: String) async throws {
    var settings = settings
    settings["id"] = .string(id)
    let record = ApplicationRecord(id: id, settings: settings, source: .store, position: 0)
    try await withStore { store in try await store.write { try $0.put(record) } }
  }
}

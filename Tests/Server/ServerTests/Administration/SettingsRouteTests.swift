import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The settings of the server that change while it runs.
@Suite struct SettingsRouteTests {
  private func chain(_ server: TestServer) async throws -> JSONValue? {
    try await server.api.send(.get, "/v1/config")["chains"].array?.first?["name"]
  }

  private func waitForChain(_ name: JSONValue, _ servers: TestServer...) async throws {
    for server in servers {
      try await wait(until: "the server uses the setting") { (try? await chain(server)) == name }
    }
  }

  @Test func everyProcessUsesAChangedSettingAlsoAfterARestart() async throws {
    try await TestServer.restart([:], [:]) { first in
      try await first.beside([:]) { second in
        let program = try await SettingsProgram(first)
        let answer = try await program.change(SettingsProgram.patch(chain: "Main"))
        #expect(answer.status == 200 && answer["version"] == "1" && answer.fields["ETag"] == "\"1\"")
        try await waitForChain("Main", first, second)
        _ = try await first.administer {
          try await $0.changeSettings(["chains": [["id": 1, "name": "Second"]]], [])
        }
        try await waitForChain("Second", first, second)
        // Requests and sessions go on.
        let wallet = EthereumTestWallet()
        let session = try await wallet.signIn(first)
        #expect(try await program.change(SettingsProgram.patch(chain: "Third")).status == 200)
        try await waitForChain("Third", first, second)
        #expect(
          try await first.api.send(.get, "/v1/user", bearer: session["account_token"].string).status == 200)
      }
    } _: { server, _ in
      #expect(try await chain(server) == "Third")
      #expect(try await SettingsProgram(server).change(["chains": nil]).status == 200)
      try await waitForChain("Ethereum", server)
    }
  }

  @Test func configurationWinsAndIsShown() async throws {
    try await TestServer.run(["lifetimes": ["session": 3600]]) { server in
      let program = try await SettingsProgram(server)
      let session = try await program.setting("lifetimes.session")
      #expect(session["value"] == 3600 && session["source"] == "configuration")
      #expect(session["is_editable"] == false && session["needs_restart"] == false)
      let refusal = try await program.change(["lifetimes": ["session": 7200]])
      #expect(refusal.status == 409 && refusal.code == "set_by_configuration")
      #expect(refusal["field"] == "lifetimes.session")
      let token = try await program.setting("lifetimes.access_token")
      #expect(token["source"] == "default" && token["is_editable"] == true && token["maximum"] == 3600)
      let changed = try await program.change(["lifetimes": ["access_token": 120]])
      #expect(changed.status == 200)
      let stored = try await program.setting("lifetimes.access_token")
      #expect(stored["value"] == 120 && stored["source"] == "store")
      try await wait(until: "tokens have the lifetime") {
        let session = try? await EthereumTestWallet().signIn(server)
        return session?["expires_in"] == 120
      }
      #expect(try await program.change(["lifetimes": ["access_token": nil]]).status == 200)
      #expect(try await program.setting("lifetimes.access_token") == token)
    }
  }

  /// The reader of the configuration decides, so its sentence is that of the call.
  @Test(
    arguments: [
      (["lifetimes": ["access_token": 1]], "lifetimes.access_token"),
      (["lifetimes": ["access_token": "300"]], "lifetimes.access_token"),
      (["lifetimes": ["acces_token": 300]], "lifetimes.acces_token"), (["lifetime": ["x": 1]], "lifetime"),
      (["lifetimes": 1], "lifetimes"), (["limits": ["sessions_per_user": 1e30]], "limits.sessions_per_user"),
      (["mail": ["from": "a@a.example"]], "mail.host"),
      (["chains": [["id": 0, "name": "x"]]], "chains[0].id"),
      (["sms": ["provider": "pigeon"]], "sms.provider"),
      (["near": ["NET": ["rpc": ["https://a.example"]]]], "near.NET"),
    ] as [(JSONObject, String)])
  func wrongSettingHasTheSentenceOfTheConfiguration(_ settings: JSONObject, _ field: String) async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      let refusal = try await program.change(.object(settings))
      #expect(refusal.status == 422 && refusal.code == "invalid_setting")
      #expect(refusal["field"] == .string(field))
      let mistake = #expect(throws: ConfigurationError.self) {
        try ServerConfiguration(ConfigurationTree(file: settings))
      }
      #expect(refusal["detail"].string?.contains(mistake?.reason ?? "?") == true)
      #expect(try await program.send(.get, "settings")["version"] == "0")
    }
  }

  /// Otherwise an administrator could read the files of the server, or the services beside it.
  @Test(
    arguments: [
      (["wallet_listen": "127.0.0.1:1"], "wallet_listen"), (["database": "sqlite:x"], "database"),
      (["data": "elsewhere"], "data"), (["log_level": "debug"], "log_level"),
      (["passwords": ["blocklist": "/etc/passwd"]], "passwords.blocklist"),
      (
        ["mail": ["host": "a.example", "from": "a@a.example", "user": "a", "password_file": "/etc/passwd"]],
        "mail.password_file"
      ),
      (["near": ["mainnet": ["allow_private_addresses": true]]], "near.mainnet.allow_private_addresses"),
      (["trusted_proxies": ["10.0.0.0/8"]], "trusted_proxies"),
      (["delivery": ["language": "a\r\nb"]], "delivery.language"),
      (["passwords": ["range_url": .string(String(repeating: "a", count: 3000))]], "passwords.range_url"),
    ] as [(JSONValue, String)])
  func settingOfTheMachineIsRefused(_ patch: JSONValue, _ field: String) async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      let refusal = try await program.change(patch)
      // The configuration of the test sets the directory, and on PostgreSQL the database.
      let isSet = field == "data" || field == "database" && StoreKind.ofServers == .postgresql
      #expect(refusal.status == (isSet ? 409 : 422), "\(refusal.json)")
      #expect(refusal["field"] == .string(field))
      let isLive = ["delivery.language", "passwords.range_url"].contains(field)
      #expect(try await program.setting(field)["is_editable"] == .bool(isLive))
    }
  }

  @Test func secretIsSealedAndNeverShown() async throws {
    let secret = "correct-horse-battery-staple-9471"
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      func offersCodes() async throws -> Bool {
        try await server.api.send(.get, "/v1/config")["methods"].array?.contains("code") == true
      }
      #expect(try await !offersCodes())
      let answer = try await program.change([
        "mail": [
          "host": "127.0.0.1", "port": 1, "security": "none", "from": "a@a.example", "user": "ada",
          "password": .string(secret),
        ]
      ])
      #expect(answer.status == 200)
      try await wait(until: "the server sends mail") { (try? await offersCodes()) == true }
      let password = try await program.setting("mail.password")
      #expect(password["is_set"] == true && password["is_secret"] == true && password["value"] == nil)
      let refusal = try await program.change(["mail": ["password": .string(secret), "port": 0]])
      let changes = try await program.send(.get, "changes")
      let exported = try await server.administer { try await $0.exportSettings() }
      #expect(exported["settings"]?["mail"]?["user"] == "ada")
      let texts = [answer.body, refusal.body, changes.body, JSONValue.object(exported).serialized()]
      for text in texts { #expect(!String(decoding: text, as: UTF8.self).contains(secret)) }
      #expect(!server.log.text.contains(secret))
      let events = try await server.withStore { store in
        try await store.read { try $0.events(after: nil, limit: 1000) }
      }
      #expect(events.contains { $0.type == "settings.changed" } && !"\(events)".contains(secret))
      if StoreKind.ofServers == .sqlite {
        for file in try FileManager.default.contentsOfDirectory(atPath: server.directory.path) {
          let data = try Data(contentsOf: URL(filePath: "\(server.directory.path)/\(file)"))
          #expect(data.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
      }
      // The secret goes to no other server than the one for which it was given.
      for (key, value) in [("host", "mail.example"), ("port", 2), ("security", "tls")]
        as [(String, JSONValue)]
      {
        let moved = try await program.change(["mail": .object([key: value])])
        #expect(moved.status == 422 && moved["field"] == "mail.password", "\(key)")
      }
      let given: JSONValue = ["mail": ["port": 2, "password": .string(secret)]]
      #expect(try await program.change(given).status == 200)
      #expect(try await program.undoLast().status == 422)
      // An undo brings no secret back, so none goes to a server that was named meanwhile.
      #expect(try await program.change(["mail": ["password": "junk"]]).status == 200)
      let junk = try #require(try await program.send(.get, "changes")["items"].array?.first?["id"]?.string)
      #expect(
        try await program.change(["mail": ["host": "127.0.0.2", "password": "junk"]]).status == 200)
      let undone = try await program.send(.post, "changes/\(junk)/undo")
      #expect(undone.status == 422 && undone["field"] == "mail.password")
      // It stays when other keys of the section change.
      #expect(try await program.change(["mail": ["user": "bob"]]).status == 200)
      #expect(try await program.setting("mail.password")["is_set"] == true)
      #expect(try await program.change(["mail": nil]).status == 200)
      #expect(try await program.setting("mail.password")["is_set"] == false)
      try await wait(until: "the server sends no mail") { (try? await offersCodes()) == false }
    }
  }

  @Test func secondOfTwoAdministratorsIsRefused() async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...8 {
          group.addTask {
            try await program.change(
              ["limits": ["identities_per_user": .integer(Int64(number))]], fields: ["If-Match": "\"0\""]
            ).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
      #expect(try await program.send(.get, "settings")["version"] == "1")
    }
  }

  @Test func settingThatAnApplicationNeedsStays() async throws {
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      let network: JSONValue = ["near": ["localnet": ["rpc": ["http://127.0.0.1:1"]]]]
      #expect(try await program.change(network).status == 200)
      let shop: JSONValue = ["id": "shop", "methods": ["near"], "near": ["networks": ["localnet"]]]
      try await wait(until: "the server knows the network") {
        (try? await program.send(.post, "applications", shop).status) == 201
      }
      let refusal = try await program.change(["near": ["localnet": nil]])
      #expect(refusal.status == 422 && refusal["field"] == #""shop".near.networks"#)
      #expect(try await program.send(.delete, "applications/shop").status == 204)
      #expect(try await program.change(["near": ["localnet": nil]]).status == 200)
    }
  }

  @Test func settingsThatDoNotFitTheConfigurationKeepTheServerFromStarting() async throws {
    let directory = try TemporaryDirectory()
    let mail: JSONObject = ["host": "127.0.0.1", "from": "a@a.example", "user": "ada"]
    try await TestServer.run(in: directory) { server in
      var stored = mail
      stored["password"] = "secret"
      let program = try await SettingsProgram(server)
      #expect(try await program.change(["mail": .object(stored)]).status == 200)
    }
    var listed = mail
    listed["password_file"] = .string("\(directory.path)/missing")
    let error = await #expect(throws: ConfigurationError.self) {
      try await TestServer.run(["mail": .object(listed)], in: directory) { _ in }
    }
    #expect(error?.key == "mail.password" && "\(error?.description ?? "")".contains("in the store"))
  }

  @Test func everyNumberHasItsValue() async throws {
    try await TestServer.run { server in
      let items = try await SettingsProgram(server).send(.get, "settings")["items"].array ?? []
      let keys = items.compactMap { $0["key"]?.string }
      #expect(keys.count == Set(keys).count && keys.count > 70)
      #expect(keys.contains("near.testnet.rpc") && keys.contains("sms.countries") && keys.contains("chains"))
      let withoutDefault: Set = [
        "database_connections", "mail.port", "passwords.threads", "sms.daily_limit",
      ]
      for item in items where item["kind"] == "integer" {
        let key = item["key"]?.string ?? ""
        guard !withoutDefault.contains(key) else { continue }
        let value = item["value"]?.int64 ?? -1
        let range = (item["minimum"]?.int64 ?? 0)...(item["maximum"]?.int64 ?? 0)
        #expect(range.contains(value), "\(key)")
      }
      for key in ["database", "master_key", "mail.password", "sms.token", "sms.secret"] {
        #expect(items.first { $0["key"] == .string(key) }?["value"] == nil, "\(key)")
      }
    }
  }

  @Test func exportMovesSettingsAndApplicationsToAnotherServer() async throws {
    let exported = try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      #expect(try await program.change(SettingsProgram.patch(chain: "Main")).status == 200)
      #expect(try await program.send(.post, "applications", ["id": "shop", "name": "Shop"]).status == 201)
      #expect(try await program.send(.post, "applications/shop/secrets", [:]).status == 201)
      return try await server.administer { try await $0.exportSettings() }
    }
    #expect(exported["applications"] == [["id": "shop", "name": "Shop", "confidential": true]])
    try await TestServer.run { server in
      let program = try await SettingsProgram(server)
      for isFirst in [true, false] {
        let imported = try await server.administer { try await $0.importSettings(exported) }
        #expect(imported.ids == ["shop"] && imported.withoutSecret == (isFirst ? ["shop"] : []))
      }
      // Nobody signs in at an application that waits for its secret.
      let waiting = try await program.send(.get, "applications/shop")
      #expect(waiting["confidential"] == true && waiting["secrets"].array?.count == 1)
      try await waitForChain("Main", server)
      #expect(try await program.send(.post, "applications/shop/secrets", [:]).status == 201)
      _ = try await server.administer { try await $0.importSettings(exported) }
      // The import has no secret, and the store keeps its own.
      #expect(try await program.send(.get, "applications/shop")["confidential"] == true)
      for wrong in [["x": 1], ["settings": 1], ["applications": [1]], ["applications": [[:]]]] as [JSONObject]
      {
        await #expect(throws: ConfigurationError.self) {
          try await server.administer { _ = try await $0.importSettings(wrong) }
        }
      }
    }
  }
}

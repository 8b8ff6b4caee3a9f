import DoorwardAdministration
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The calls of the administration on applications and their secrets.
@Suite struct ApplicationRouteTests {
  private static let path = "/v1/admin/applications"

  /// A program that administers applications, on the listener for the operator.
  private struct Program {
    let api: TestAPI
    let key: String

    init(_ server: TestServer) async throws {
      api = TestAPI(origin: "http://\(server.server.administrationAddress)")
      key = try await server.administer {
        try await $0.createAdministrationKey(
          name: "tests", scopes: [.readApplications, .writeApplications]
        ).1.text
      }
    }

    func send(
      _ method: HTTPMethod, _ path: String = "", _ body: JSONValue? = nil, fields: HTTPFields = [:]
    ) async throws -> TestAPI.Answer {
      try await api.send(method, ApplicationRouteTests.path + path, body, bearer: key, fields: fields)
    }
  }

  @Test func everyProcessUsesAnApplicationThatIsAddedChangedAndRemoved() async throws {
    try await TestServer.run { first in
      let program = try await Program(first)
      try await first.beside([:]) { second in
        func name(_ server: TestServer) async throws -> JSONValue? {
          try await server.api.send(.get, "/v1/config", fields: ["Doorward-Application": "shop"]).json["name"]
        }
        func wait(for expected: JSONValue?) async throws {
          for server in [first, second] {
            try await ServerTests.wait(until: "the server uses the change") {
              (try? await name(server)) == expected
            }
          }
        }
        let added = try await program.send(.post, "", ["id": "shop", "name": "Shop", "methods": ["siwe"]])
        #expect(added.status == 201 && added["source"] == "store" && added["is_editable"] == true)
        #expect(added["set_keys"] == ["name", "methods"] && added["confidential"] == false)
        #expect(added.fields["ETag"] == "\"\(added["version"].string ?? "")\"")
        try await wait(for: "Shop")
        let changed = try await program.send(
          .patch, "/shop", ["name": "Store", "methods": nil, "appearance": ["title": ["de": "Laden"]]])
        #expect(changed.status == 200 && changed["set_keys"] == ["name", "appearance.title.de"])
        #expect(changed["version"] != added["version"])
        try await wait(for: "Store")
        #expect(try await program.send(.get, "/shop").json == changed.json)
        let list = try await program.send(.get)["items"].array ?? []
        #expect(list.map { $0["id"] } == ["default", "shop"] && list.first?["source"] == "built_in")
        #expect(try await program.send(.delete, "/shop").status == 204)
        try await wait(for: nil)
        #expect(try await program.send(.get, "/shop").status == 404)
      }
    }
  }

  @Test(
    arguments: [
      (["redirect_uris": ["nonsense"]], "redirect_uris"), (["nme": "Shop"], "nme"),
      (["methods": ["magic"]], "methods"), (["ethereum": ["chains": [0]]], "ethereum.chains"),
      (["audience": "default"], "audience"), (["id": "other"], "id"), (["name": 1], "name"),
      (["client_secrets": [["hash": "short"]]], "client_secrets[0].hash"),
      (["backchannel_logout_uri": "http://shop.example/"], "backchannel_logout_uri"),
    ] as [(JSONObject, String)])
  func wrongSettingHasTheSentenceOfTheConfiguration(_ settings: JSONObject, _ field: String) async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      #expect(try await program.send(.post, "", ["id": "shop"]).status == 201)
      let refusal = try await program.send(.patch, "/shop", .object(settings))
      #expect(refusal.status == 422 && refusal.code == "invalid_setting")
      #expect(
        refusal["field"] == .string(field) && refusal["errors"].array?.first?["field"] == .string(field))
      let sentence = await #expect(throws: ConfigurationError.self) {
        try await server.administer { _ = try await $0.changeApplication("shop", replacedBy: settings, []) }
      }
      #expect(refusal["detail"].string?.contains(sentence?.reason ?? "?") == true)
      #expect(try await program.send(.get, "/shop")["set_keys"] == [])
    }
  }

  @Test(
    arguments: [nil, 7, "", "a b", "doorward-dashboard", .string(String(repeating: "a", count: 65))]
      as [JSONValue?])
  func newApplicationNeedsAnID(_ id: JSONValue?) async throws {
    try await TestServer.run { server in
      var body = JSONObject()
      body["id"] = id
      let refusal = try await Program(server).send(.post, "", .object(body))
      #expect(refusal.status == 422 && refusal["field"] == "id")
    }
  }

  @Test func applicationOfTheConfigurationIsShownAndNotChanged() async throws {
    let listed: JSONObject = ["applications": [["id": "web"], ["id": "shop", "name": "Listed"]]]
    try await TestServer.run(listed) { server in
      let program = try await Program(server)
      let shop = try await program.send(.get, "/shop")
      #expect(shop["source"] == "configuration" && shop["is_editable"] == false)
      #expect(shop["set_keys"] == ["name"])
      let calls: [(HTTPMethod, String, JSONValue?)] = [
        (.patch, "/shop", ["name": "Other"]), (.delete, "/shop", nil), (.post, "/shop/secrets", [:]),
        (.delete, "/shop/secrets/x", nil), (.post, "", ["id": "shop"]),
      ]
      for (method, path, body) in calls {
        let refusal = try await program.send(method, path, body)
        #expect(refusal.status == 409 && refusal.code == "set_by_configuration", "\(method) \(path)")
      }
      #expect(try await program.send(.post, "", ["id": "web2"]).status == 201)
      #expect(try await program.send(.post, "", ["id": "web2"]).code == "application_exists")
    }
  }

  @Test func secondOfTwoAdministratorsIsRefused() async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      let added = try await program.send(.post, "", ["id": "shop"])
      let seen: HTTPFields = ["If-Match": .init("\"\(added["version"].string ?? "")\"")]
      #expect(try await program.send(.patch, "/shop", ["name": "One"], fields: seen).status == 200)
      for (method, body) in [(.patch, ["name": "Two"]), (.delete, nil)] as [(HTTPMethod, JSONValue?)] {
        let refusal = try await program.send(method, "/shop", body, fields: seen)
        #expect(refusal.status == 412 && refusal.code == "changed_meanwhile")
      }
      for value in ["nonsense", "\"", "W/\"x\""] {
        let refusal = try await program.send(
          .patch, "/shop", ["name": "Two"], fields: ["If-Match": .init(value)])
        #expect(refusal.status == 412, "\(value)")
      }
      #expect(try await program.send(.get, "/shop")["name"] == "One")
      #expect(try await program.send(.patch, "/shop", ["name": "3"], fields: ["If-Match": "*"]).status == 200)
    }
  }

  @Test func onlyOneOfManyChangesOfOneVersionIsMade() async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      let added = try await program.send(.post, "", ["id": "shop"])
      let seen: HTTPFields = ["If-Match": .init("\"\(added["version"].string ?? "")\"")]
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            try await program.send(.patch, "/shop", ["name": .string("\(number)")], fields: seen).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
    }
  }

  @Test func defaultApplicationReturnsToItsBuiltInSettings() async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      #expect(try await program.send(.delete, "/default").code == "default_application")
      #expect(try await program.send(.patch, "/default", ["name": "Mine"])["source"] == "store")
      #expect(try await program.send(.post, "", ["id": "default"]).code == "application_exists")
      #expect(try await program.send(.delete, "/default").status == 204)
      let standard = try await program.send(.get, "/default")
      #expect(standard["source"] == "built_in" && standard["set_keys"] == [])
    }
  }

  @Test func secretsOverlapAndEnd() async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      let hash = TestClient.secretHash
      let added = try await program.send(
        .post, "", ["id": "box", "device_authorization": true, "client_secret_hash": .string(hash)])
      #expect(added["confidential"] == true && added["secrets"].array?.count == 1)
      let first = try await program.send(.post, "/box/secrets", [:])
      let second = try await program.send(.post, "/box/secrets", ["overlap": 3600])
      #expect(first.status == 201 && first["expires_at"] == .null && first["id"] != second["id"])
      let texts = try [first, second].map { try #require($0["client_secret"].string) }
      func accepts(_ secret: String) async throws -> Bool {
        try await server.api.form(
          "/v1/device_authorization", "client_id=box&client_secret=\(secret)&scope=openid"
        ).status == 200
      }
      try await wait(until: "the server uses the new secret") { (try? await accepts(texts[1])) == true }
      #expect(try await accepts(TestClient.secret))
      #expect(try await accepts(texts[0]))
      let list = try await program.send(.get, "/box")
      #expect(list["secrets"].array?.compactMap { $0["id"]?.string }.count == 3)
      for text in [hash] + texts { #expect(!String(decoding: list.body, as: UTF8.self).contains(text)) }
      server.clock.advance(by: 3601)
      #expect(try await !accepts(TestClient.secret))
      #expect(try await !accepts(texts[0]))
      #expect(try await accepts(texts[1]))
      let last = try #require(second["id"].string)
      let refusal = try await program.send(.delete, "/box/secrets/\(last)")
      #expect(refusal.status == 422 && refusal["field"] == "client_secrets")
      #expect(try await program.send(.delete, "/box/secrets/unknown").status == 404)
      let third = try await program.send(.post, "/box/secrets", ["overlap": 0])
      #expect(try await program.send(.get, "/box")["secrets"].array?.count == 1)
      let text = try #require(third["client_secret"].string)
      try await wait(until: "the secret before has ended") { (try? await accepts(texts[1])) == false }
      #expect(try await accepts(text))
      for secret in texts + [text] { #expect(!server.log.text.contains(secret)) }
    }
  }

  @Test func secretsAndOverlapsHaveBounds() async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      #expect(try await program.send(.post, "", ["id": "box"]).status == 201)
      for overlap in [-1, 2_592_001, "1 day", 1.5] as [JSONValue] {
        #expect(try await program.send(.post, "/box/secrets", ["overlap": overlap]).status == 400)
      }
      for _ in 0..<10 {
        #expect(try await program.send(.post, "/box/secrets", [:]).status == 201)
      }
      #expect(try await program.send(.post, "/box/secrets", [:])["field"] == "client_secrets")
      // Users of an application with a secret sign in by the browser only.
      #expect(try await program.send(.patch, "/box", ["scopes": ["account"]])["field"] == "scopes")
      let open = try await program.send(.patch, "/box", ["client_secrets": nil])
      #expect(open["confidential"] == false && open["secrets"] == [])
    }
  }

  @Test func logoOfTheLargestSizeIsAccepted() async throws {
    try await TestServer.run { server in
      let program = try await Program(server)
      func logo(_ count: Int) -> JSONValue {
        let bytes = [0xff, 0xd8, 0xff] + [UInt8](repeating: 0, count: count - 3)
        return [
          "appearance": ["logo": .string("data:image/jpeg;base64,\(Data(bytes).base64EncodedString())")]
        ]
      }
      #expect(try await program.send(.patch, "/default", logo(65_536)).status == 200)
      #expect(try await program.send(.patch, "/default", logo(65_537))["field"] == "appearance.logo")
      #expect(try await program.send(.patch, "/default", logo(150_000)).status == 413)
    }
  }

  @Test func applicationThatIsRefusedCanBeRepaired() async throws {
    let directory = try TemporaryDirectory()
    try await TestServer.run(["near": ["localnet": ["rpc": ["http://127.0.0.1:1"]]]], in: directory) {
      server in
      let program = try await Program(server)
      let added = try await program.send(
        .post, "", ["id": "shop", "methods": ["near"], "near": ["networks": ["localnet"]]])
      #expect(added.status == 201)
      #expect(try await program.send(.post, "/shop/secrets", [:]).status == 201)
    }
    try await TestServer.run(in: directory) { server in
      let program = try await Program(server)
      let shop = try await program.send(.get, "/shop")
      #expect(shop["problem"]["field"] == "near.networks" && shop["client_secrets"] == .null)
      let repaired = try await program.send(.patch, "/shop", ["near": nil])
      #expect(repaired.status == 200 && repaired["problem"] == .null && repaired["confidential"] == true)
    }
  }
}

import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

@Suite("doorward admin")
struct AdminTests {
  @Test func `applications are listed with their resolved settings`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeJSON([
      "public_url": "https://accounts.example.com",
      "applications": [
        [
          "id": "shop", "name": "Shop", "ethereum": ["chains": [1, 10]],
          "origins": ["https://shop.example.com"],
        ],
        ["id": "blog", "methods": ["siwe"]],
      ],
    ])
    let outcome = try await Program.run(["admin", "application", "list"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let applications = try outcome.lines.map { try JSONParser.parse($0) }
    #expect(applications.map { $0["id"] } == ["shop", "blog"])
    #expect(applications[0]["ethereum"]?["chains"] == [1, 10])
    #expect(applications[0]["ethereum"]?["domains"] == ["accounts.example.com"])
    #expect(applications[0]["origins"] == ["https://shop.example.com"])
    #expect(applications[0]["near"]?["networks"] == ["mainnet"])
    #expect(applications[1]["methods"] == ["siwe"])
    #expect(try folder.contents().keys.sorted() == ["doorward.json"])
  }

  @Test func `an API key is printed once, as the only line on standard output`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    let made = try await Program.run(
      ["admin", "key", "create", "--name", "backend", "--data", "data"], in: folder)
    #expect(made.status == 0)
    let key = try #require(made.lines.first)
    #expect(made.lines.count == 1)
    #expect(key.hasPrefix("dwk_"))
    #expect(made.errors.contains("not shown again"))
    let list = try await Program.run(["admin", "key", "list", "--data", "data"], in: folder)
    #expect(!list.text.contains(key))
    let record = try JSONParser.parse(list.lines[0])
    #expect(record["name"] == "backend")
    let id = try #require(record["id"]?.string)
    #expect(try await Program.run(["admin", "key", "revoke", id, "--data", "data"], in: folder).status == 0)
    #expect(try await Program.run(["admin", "key", "revoke", id, "--data", "data"], in: folder).status == 1)
  }

  @Test(.timeLimit(.minutes(2))) func applicationsChangeWhileTheServerRuns() async throws {
    let server = try await RunningServer.start(in: try TemporaryFolder())
    func run(_ arguments: String...) async throws -> Outcome {
      try await Program.run(["admin", "application"] + arguments + ["--data", "data"], in: server.folder)
    }
    func isOffered(_ id: String) async throws -> Bool {
      try await server.get("/v1/config", fields: ["Doorward-Application": .init(id)])["application"]
        == .string(id)
    }
    let added = try await run("add", "shop", "name=Shop", "ethereum.chains=[1,10]")
    #expect(added.status == 0)
    let application = try JSONParser.parse(try #require(added.lines.first))
    #expect(application["name"] == "Shop")
    #expect(application["ethereum"]?["chains"] == [1, 10])
    #expect(application["source"] == "store")
    while try await !isOffered("shop") { await Task.yield() }
    let changed = try await run("set", "shop", "redirect_uris+=https://shop.example/callback", "name=")
    #expect(try JSONParser.parse(try #require(changed.lines.first))["name"] == "Doorward")
    #expect(try await run("list").lines.count == 2)
    let refused = try await run("set", "shop", "redirect_uris+=nonsense")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("redirect_uris"))
    #expect(try await run("add", "shop").status == 2)
    #expect(try await run("set", "shop").status == 2)
    #expect(try await run("remove", "shop").status == 0)
    while try await isOffered("shop") { await Task.yield() }
    #expect(try await run("remove", "shop").status == 2)
    #expect(await server.stop() == 0)
  }
}

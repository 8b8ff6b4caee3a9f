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
}

import Encodings
import Foundation
import Testing

@Suite("doorward keys: beside a running server")
struct KeysTests {
  private func keys(in folder: TemporaryFolder) async throws -> [JSONValue] {
    let outcome = try await Program.run(["keys", "list", "--data", "data"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return try outcome.lines.map { try JSONParser.parse($0) }
  }

  private func published(by server: RunningServer) async throws -> Set<String> {
    let keys = try #require(try await server.get("/.well-known/jwks.json")["keys"]?.array)
    #expect(keys.allSatisfy { $0["d"] == nil })
    return Set(keys.compactMap { $0["kid"]?.string })
  }

  @Test func `a rotated key is published at once and signs later; a revoked key is no longer published`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try await RunningServer.start(in: folder)
    let first = try #require(try await keys(in: folder).first?["kid"]?.string)
    #expect(try await published(by: server) == [first])

    let rotated = try await Program.run(["keys", "rotate", "--data", "data"], in: folder)
    #expect(rotated.status == 0)
    #expect(rotated.lines.count == 1)
    #expect(rotated.errors.contains("Signs in 10 minutes"))
    let second = try #require(rotated.lines.first)
    let list = try await keys(in: folder)
    #expect(list.map { $0["kid"]?.string } == [first, second])
    #expect(list.map { $0["state"]?.string } == ["signing", "published"])
    let retirement = try #require(list[0]["retired_at"]?.string)
    let end = try #require(list[0]["tokens_end_at"]?.string)
    // 66 minutes, as the documentation says.
    #expect(try Timestamp(rfc3339: end).date.timeIntervalSince(Timestamp(rfc3339: retirement).date) == 3960)
    #expect(list[1]["tokens_end_at"] == .null)
    #expect(!list.description.contains("\"d\""))
    #expect(try await Program.run(["try", server.origin], in: folder).status == 0)
    #expect(await server.stop() == 0)

    let again = try await RunningServer.start(in: folder)
    #expect(try await published(by: again) == [first, second])
    let revoked = try await Program.run(["keys", "revoke", first, "--data", "data"], in: folder)
    #expect(revoked.status == 0)
    #expect(revoked.output.isEmpty)
    #expect(try await keys(in: folder).map { $0["state"]?.string } == ["revoked", "signing"])
    let twice = try await Program.run(["keys", "revoke", first, "--data", "data"], in: folder)
    #expect(twice.status == 1)
    #expect(twice.errors.contains("there is no such key"))
    #expect(await again.stop() == 0)

    let last = try await RunningServer.start(in: folder)
    #expect(try await published(by: last) == [second])
    #expect(try await Program.run(["try", last.origin], in: folder).status == 0)
    #expect(await last.stop() == 0)
  }

  @Test func `revoking the only key makes another one`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    let only = try #require(try await keys(in: folder).first?["kid"]?.string)
    #expect(try await Program.run(["keys", "revoke", only, "--data", "data"], in: folder).status == 0)
    #expect(try await keys(in: folder).map { $0["state"]?.string } == ["revoked", "signing"])
  }

  @Test(arguments: [
    ["keys", "list"], ["keys", "rotate"], ["keys", "revoke", "x"], ["database", "check"],
    ["database", "migrate"],
    ["database", "backup", "copy"], ["admin", "key", "list"], ["admin", "key", "revoke", "x"],
  ])
  func `a command without an installation fails and creates no installation`(arguments: [String]) async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(arguments, in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("there is no database in .doorward"))
    #expect(try folder.contents().isEmpty)
  }
}

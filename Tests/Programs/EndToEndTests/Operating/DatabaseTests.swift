import Encodings
import Foundation
import Testing

@Suite("doorward database: beside a running server")
struct DatabaseTests {
  private func database(_ arguments: [String], in folder: TemporaryFolder) async throws -> Outcome {
    try await Program.run(["database"] + arguments + ["--data", "data"], in: folder)
  }

  @Test func `a backup during sign-ins is complete, private and starts a server`() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer.start(in: folder)
    let origin = server.origin
    async let journey = Program.run(["try", origin])
    let backup = try await database(["backup", "copy.sqlite3"], in: folder)
    #expect(backup.status == 0)
    #expect(backup.output.isEmpty)
    #expect(backup.errors == "The database is copied to copy.sqlite3.\n")
    #expect(try await journey.status == 0)
    #expect(try await database(["check"], in: folder).text == "ok\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url("copy.sqlite3").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let before = try folder.read("copy.sqlite3")
    let second = try await database(["backup", "copy.sqlite3"], in: folder)
    #expect(second.status == 1)
    #expect(second.errors.contains("choose another path"))
    #expect(try folder.read("copy.sqlite3") == before)
    #expect(await server.stop() == 0)

    let restored = try TemporaryFolder()
    try FileManager.default.createDirectory(at: restored.url("data"), withIntermediateDirectories: true)
    try restored.write(before, to: "data/doorward.sqlite3")
    try restored.write(try folder.read("data/master.key"), to: "data/master.key")
    try restored.allow(0o600, "data/master.key")
    let again = try await RunningServer.start(in: restored)
    #expect(try await Program.run(["try", again.origin]).status == 0)
    #expect(await again.stop() == 0)
  }

  @Test func `the errors of a damaged database are printed, one per line`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    #expect(try await database(["check"], in: folder).status == 0)
    var bytes = try folder.read("data/doorward.sqlite3")
    for index in (bytes.count - 8192)..<bytes.count { bytes[index] = 0x5a }
    try folder.write(bytes, to: "data/doorward.sqlite3")
    let damaged = try await database(["check"], in: folder)
    #expect(damaged.status == 1)
    #expect(damaged.text != "ok\n")
    #expect(!damaged.output.isEmpty || damaged.errors.contains("damaged"))
    let backup = try await database(["backup", "copy"], in: folder)
    #expect(backup.status == 1)
    #expect(!folder.exists("copy"))
    #expect(!folder.exists("copy.unfinished"))
  }

  @Test func `a schema that is up to date has nothing to migrate`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    let outcome = try await database(["migrate"], in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.text.wholeMatch(of: /the schema is up to date, at step [0-9]+\n/) != nil
    )
  }

  @Test func `the file of a backup is required`() async throws {
    let outcome = try await database(["backup"], in: try TemporaryFolder())
    #expect(outcome.status == 2)
  }
}

import Encodings
import Foundation
import Testing

@Suite("doorward doctor: data directory, master key, database")
struct DoctorInstallationTests {
  @Test func `before the first start there is no problem, and the doctor creates no file`() async throws {
    let folder = try TemporaryFolder()
    let diagnosis = try await Diagnosis.run(in: folder)
    #expect(diagnosis.problems == [])
    for name in ["data directory", "master key", "database"] {
      #expect(diagnosis[name].hasPrefix("warning: data"))
      #expect(diagnosis[name].hasSuffix("does not exist yet; the server creates it when it first starts"))
    }
    #expect(try folder.contents().isEmpty)
  }

  @Test func `a healthy installation has no problem, stopped and running, and is not changed`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    let before = try folder.contents()
    let rested = try await Diagnosis.run(in: folder)
    #expect(rested.problems == [])
    // A busy machine hashes more slowly than the parameters expect.
    #expect(rested.warnings.filter { $0 != "password hashing" } == ["NEAR mainnet", "near-connect"])
    #expect(rested["database"].hasPrefix("ok: data/doorward.sqlite3, no errors, schema step "))
    #expect(rested["signing keys"] == "ok: 1, sealed with the master key")
    #expect(try folder.contents() == before)

    let server = try await RunningServer.start(in: folder)
    let address = try #require(server.origin.split(separator: "/").last.map(String.init))
    let running = try await Diagnosis.run(in: folder, ["--development", "--listen", address])
    #expect(running.problems == [])
    #expect(running["port"] == "ok: a Doorward server runs on \(address)")
    #expect(running["database"] == rested["database"])
    #expect(await server.stop() == 0)
    #expect(try folder.contents().keys.sorted() == before.keys.sorted())
  }

  @Test func `a missing, readable, malformed or wrong master key is a problem`()
    async throws
  {
    let folder = try await TemporaryFolder.withInstallation()
    let key = try folder.read("data/master.key")

    try FileManager.default.removeItem(at: folder.url("data/master.key"))
    let missing = try await Diagnosis.run(in: folder)
    #expect(missing.problems == ["master key"])
    #expect(missing["master key"].contains("restore the file"))
    #expect(missing["signing keys"].hasPrefix("warning: "))
    #expect(!folder.exists("data/master.key"))

    try folder.write(key, to: "data/master.key")
    try folder.allow(0o644, "data/master.key")
    let exposed = try await Diagnosis.run(in: folder)
    #expect(exposed.problems == ["master key"])
    #expect(exposed["master key"].contains("chmod 600 data/master.key"))

    try folder.write([UInt8]("short".utf8), to: "data/master.key")
    try folder.allow(0o600, "data/master.key")
    #expect(try await Diagnosis.run(in: folder).problems == ["master key"])

    try folder.write([UInt8](Base64URL.encode([UInt8](repeating: 7, count: 32)).utf8), to: "data/master.key")
    try folder.allow(0o600, "data/master.key")
    let other = try await Diagnosis.run(in: folder)
    #expect(other.problems == ["signing keys"])
    #expect(other["signing keys"].contains("another master key"))

    try folder.write(key, to: "data/master.key")
    try folder.allow(0o600, "data/master.key")
    #expect(try await Diagnosis.run(in: folder).problems == [])
  }

  @Test func `a server does not start without its master key, and does not create one`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    try FileManager.default.removeItem(at: folder.url("data/master.key"))
    let outcome = try await Program.run(
      ["serve", "--development", "--listen", "127.0.0.1:0", "--data", "data"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("restore the file"))
    #expect(!folder.exists("data/master.key"))
  }

  @Test func `a damaged database, and a file that is not a database, are problems`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    var bytes = try folder.read("data/doorward.sqlite3")
    for index in 8192..<(bytes.count - 4096) { bytes[index] = 0xa5 }
    try folder.write(bytes, to: "data/doorward.sqlite3")
    let damaged = try await Diagnosis.run(in: folder)
    #expect(damaged.problems.contains("database"))
    #expect(damaged["database"].contains("restore a backup"))

    try folder.write([UInt8](repeating: UInt8(ascii: "x"), count: 8192), to: "data/doorward.sqlite3")
    let none = try await Diagnosis.run(in: folder)
    #expect(none.problems == ["database"])
    #expect(none["database"].contains("not a database"))
  }

  @Test func `a directory open to other users is a warning, and a file in its place a problem`() async throws
  {
    let folder = try await TemporaryFolder.withInstallation()
    try folder.allow(0o755, "data")
    try folder.allow(0o644, "data/doorward.sqlite3")
    let open = try await Diagnosis.run(in: folder)
    #expect(open.problems == [])
    #expect(open["data directory"].hasSuffix("chmod 700 data"))
    #expect(open["database"].hasSuffix("chmod 600 data/doorward.sqlite3"))

    let other = try TemporaryFolder()
    try other.write([], to: "data")
    #expect(try await Diagnosis.run(in: other).problems == ["data directory"])
  }
}

extension TemporaryFolder {
  func allow(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url(name).path)
  }
}

import DatabaseServers
import DoorwardCurl
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

@Suite("doorward with a database of PostgreSQL", .timeLimit(.minutes(3)))
struct PostgreSQLDatabaseTests {
  private func start(
    _ database: String, in folder: TemporaryFolder
  ) async throws -> RunningServer {
    try await RunningServer.start(in: folder, ["--development", "--database", database])
  }

  /// A second folder with the master key of a first one.
  private func sibling(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let sibling = try TemporaryFolder()
    try FileManager.default.createDirectory(at: sibling.url("data"), withIntermediateDirectories: true)
    try sibling.write(try folder.read("data/master.key"), to: "data/master.key")
    try sibling.allow(0o600, "data/master.key")
    return sibling
  }

  @Test func `two servers serve one database, and the commands work beside them`() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let folder = try TemporaryFolder()
    let first = try await start(database.url, in: folder)
    let second = try await start(database.url, in: sibling(of: folder))
    #expect(!folder.exists("data/doorward.sqlite3"))
    let origins = [first.origin, second.origin]
    async let journey = Program.run(["try", origins[0]])
    let other = try await Program.run(["try", origins[1]])
    let one = try await journey
    #expect(one.status == 0, "\(one.text) \(one.errors)")
    #expect(other.status == 0, "\(other.text) \(other.errors)")

    let environment = ["DOORWARD_DATABASE": database.url]
    func command(_ words: [String]) async throws -> Outcome {
      try await Program.run(words + ["--data", "data"], environment: environment, in: folder)
    }
    #expect(try await command(["database", "check"]).text == "ok\n")
    #expect(try await command(["database", "migrate", "--dry-run"]).text == "")
    #expect(try await command(["database", "migrate"]).text.hasPrefix("the schema is up to date"))
    let backup = try await command(["database", "backup", "copy"])
    #expect(backup.status == 1)
    #expect(backup.errors.contains("pg_dump"))
    #expect(!folder.exists("copy"))
    #expect(try await command(["keys", "list"]).text.contains("signing"))
    #expect(await first.stop() == 0)
    #expect(await second.stop() == 0)
  }

  @Test func `a dry run lists the steps and changes nothing, and commands refuse an empty database`()
    async throws
  {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let folder = try TemporaryFolder()
    let check = try await Program.run(["database", "check", "--database", database.url], in: folder)
    #expect(check.status == 1)
    #expect(check.errors.contains("start the server once"))
    let steps = try await Program.run(
      ["database", "migrate", "--dry-run", "--database", database.url], in: folder)
    #expect(steps.status == 0, "\(steps.errors)")
    #expect(!steps.lines.isEmpty)
    // The first start makes the tables together with the master key.
    #expect(
      try await Program.run(["database", "migrate", "--database", database.url], in: folder).status == 1)
    #expect(
      try await Program.run(["database", "check", "--database", database.url], in: folder).status == 1)
  }

  @Test func `a missing and another master key are refused with a sentence`() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let server = try await start(database.url, in: try TemporaryFolder())
    #expect(await server.stop() == 0)
    let other = try TemporaryFolder()
    func error(_ environment: [String: String]) async throws -> String {
      let outcome = try await Program.run(
        ["serve", "--development", "--listen", "127.0.0.1:0", "--data", "data", "--database", database.url],
        environment: environment, in: other)
      #expect(outcome.status == 1)
      return outcome.errors
    }
    #expect(try await error([:]).contains("there is no master key"))
    let diagnosis = try await Diagnosis.run(
      in: other, ["--development", "--listen", "127.0.0.1:0", "--database", database.url])
    #expect(diagnosis.problems.contains("master key"))
    let key = Base64URL.encode([UInt8](repeating: 7, count: 32))
    #expect(try await error(["DOORWARD_MASTER_KEY": key]).contains("master key"))
  }

  @Test func `readiness follows the database, and its return is noticed within seconds`() async throws {
    let database = try await PostgreSQLServer.start()
    let folder = try TemporaryFolder()
    let server = try await start(database.url(), in: folder)
    let client = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true))
    func answer(_ path: String) async throws -> OutgoingResponse {
      try await client.send(OutgoingRequest(url: server.origin + path))
    }
    #expect(try await answer("/readyz").status == 200)
    try database.stop()
    let away = try await answer("/readyz")
    #expect(away.status == 503)
    #expect(away.fields["Retry-After"] != nil)
    #expect(try await answer("/healthz").status == 200)
    try database.start()
    let deadline = ContinuousClock.now + .seconds(5)
    while try await answer("/readyz").status != 200 {
      try #require(ContinuousClock.now < deadline, "the server has not noticed the return of the database")
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await Program.run(["try", server.origin]).status == 0)
    #expect(await server.stop() == 0)
  }

  @Test(.enabled(if: PgBouncer.isInstalled))
  func `a server works behind pgbouncer in transaction mode`() async throws {
    let database = try await PostgreSQLServer.start()
    let bouncer = try await PgBouncer.start(before: database, sessions: 3)
    let server = try await start(
      database.url(port: bouncer.port, "pooler=transaction"), in: try TemporaryFolder())
    let journey = try await Program.run(["try", server.origin])
    #expect(journey.status == 0, "\(journey.text) \(journey.errors)")
    #expect(await server.stop() == 0)
  }

  @Test func `a server whose database is away does not start, and prints no password`() async throws {
    let outcome = try await Program.run(
      ["serve", "--development", "--listen", "127.0.0.1:0", "--data", "data"],
      environment: ["DOORWARD_DATABASE": "postgresql://ada:geheim@127.0.0.1:1/doorward"],
      in: try TemporaryFolder())
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("127.0.0.1"))
    #expect(!outcome.errors.contains("geheim"))
  }
}

@Suite("doorward doctor: PostgreSQL", .timeLimit(.minutes(2)))
struct DoctorPostgreSQLTests {
  private func diagnose(_ database: String, in folder: TemporaryFolder) async throws -> Diagnosis {
    try await Diagnosis.run(
      in: folder, ["--development", "--listen", "127.0.0.1:0", "--database", database])
  }

  @Test func `version, protection, connections, rights and durability are reported`() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let folder = try TemporaryFolder()
    let server = try await RunningServer.start(in: folder, ["--development", "--database", database.url])
    let diagnosis = try await diagnose(database.url, in: folder)
    #expect(await server.stop() == 0)
    #expect(diagnosis.problems == [])
    #expect(diagnosis["PostgreSQL"].hasPrefix("ok: 1"))
    #expect(diagnosis["database TLS"] == "ok: not needed on this machine")
    #expect(diagnosis["database connections"].contains("the server accepts 197"))
    #expect(diagnosis["database privileges"].hasPrefix("ok"))
    // The server of the tests waits for no disk.
    #expect(diagnosis["database durability"].hasPrefix("warning: fsync = off, full_page_writes = off"))
    #expect(diagnosis["database"].hasPrefix("ok: no errors, schema step"))
    #expect(diagnosis["signing keys"].hasPrefix("ok"))
  }

  @Test func `a user without rights, too many connections and another encoding are problems`() async throws {
    let server = try await PostgreSQLServer.start()
    try await server.execute("CREATE ROLE guest LOGIN")
    try await server.execute(
      "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
    let guest = try await diagnose(
      "postgresql://guest@127.0.0.1:\(server.port)/postgres?connections=900", in: TemporaryFolder())
    #expect(guest["database privileges"].contains("CREATE on schema public"))
    #expect(guest["database connections"].hasPrefix("problem: this process opens up to 901"))
    let latin = try await diagnose(server.url("latin"), in: TemporaryFolder())
    #expect(latin["PostgreSQL"].contains("the encoding of the database is LATIN1"))
  }

  @Test func `a database that is away is a problem without its password`() async throws {
    let diagnosis = try await diagnose("postgresql://ada:geheim@127.0.0.1:1/doorward", in: TemporaryFolder())
    #expect(diagnosis.problems.contains("database"))
    #expect(!diagnosis.checks.description.contains("geheim"))
  }

  @Test func `a password in a file that other users may read is a problem`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeJSON(["database": "postgresql://ada:geheim@127.0.0.1:1/doorward"])
    try folder.allow(0o644, "doorward.json")
    let open = try await Diagnosis.run(in: folder)
    #expect(open["configuration"].contains("contains the password of the database"))
    try folder.allow(0o640, "doorward.json")
    #expect(try await Diagnosis.run(in: folder).problems.contains("configuration") == false)
  }
}

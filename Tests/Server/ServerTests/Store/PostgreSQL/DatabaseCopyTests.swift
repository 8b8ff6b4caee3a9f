import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardSQLRows
import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Testing

@Suite("Copy of a database to PostgreSQL")
struct DatabaseCopyTests {
  /// An installation with a user who has an identity and a session.
  private final class Installation: Sendable {
    let directory: TemporaryDirectory
    let user: User
    let identity: Identity
    let session: Session

    init() async throws {
      directory = try TemporaryDirectory()
      var user = try User.sample()
      user.profile[.name] = awkwardText
      self.user = user
      identity = try Identity.sample(of: user, key: .wallet)
      session = try Session.sample(of: user)
      let store = try await SQLiteStore.open(at: directory.file("doorward.sqlite3"))
      try await store.write { [user, identity, session] transaction in
        try transaction.insert(user)
        try transaction.insert(identity)
        try transaction.insert(session)
      }
      await store.close()
    }

    func copy(to database: TestDatabase) async throws {
      try await DatabaseCopy(from: "sqlite:\(directory.path)", to: database.url).run { _ in }
    }
  }

  /// The tables that describe one database or its processes.
  private static let own = ["migrations", "application_revision", "readiness", "leases", "administration"]

  @Test func eachTableIsCopiedAndHasSameColumnsInBothDatabases() async throws {
    let directory = try TemporaryDirectory()
    await (try SQLiteStore.open(at: directory.file("store.sqlite3"))).close()
    let file = try SQLiteConnection(path: directory.file("store.sqlite3"))
    let tables = try file.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { row in try row.text(0)
    }
    #expect(Set(tables).subtracting(Self.own) == Set(CopiedTable.all.map { "\($0.name)" }))
    let database = try await MigratedDatabase.make()
    let connection = try PostgreSQLConnection(PostgreSQLSettings(database.url))
    for table in CopiedTable.all.map({ "\($0.name)" }) {
      let columns = try file.all("SELECT name FROM pragma_table_info(?1) ORDER BY cid", [.text(table)]) {
        row in try row.text(0)
      }
      let result = try connection.run(
        """
        SELECT CAST(column_name AS TEXT) FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = ?1 ORDER BY ordinal_position
        """, [.text(table)])
      #expect(try (0..<result.count).map { try result.row($0).text(0) } == columns, "\(table)")
    }
  }

  @Test func copiedRowsAreReadAndNewRowsFollow() async throws {
    let installation = try await Installation()
    let database = try await PostgreSQLServer.shared.makeDatabase()
    try await installation.copy(to: database)
    try await PostgreSQLStore.with(database) { store in
      let (user, session) = (installation.user, installation.session)
      let found = try await store.read { try ($0.user(user.id), $0.session(session.id)) }
      #expect(isSame(found.0?.profile[.name], awkwardText))
      #expect(found.1 == session)
      let later = IdentityKey(kind: .ethereum, identifier: "0x0")
      try await store.write { try $0.insert(Identity.sample(of: user, key: later)) }
      let identities = try await store.read { try $0.identities(of: user.id) }
      #expect(identities.map(\.key) == [.wallet, later])
    }
  }

  @Test func databaseWithTablesOrOtherEncodingIsRefused() async throws {
    let installation = try await Installation()
    let database = try await PostgreSQLServer.shared.makeDatabase()
    try await installation.copy(to: database)
    let again = await #expect(throws: StoreError.self) { try await installation.copy(to: database) }
    #expect(again?.code == .conflict)
    #expect(again?.reason.contains("choose an empty database") == true)
    let foreign = try await PostgreSQLServer.shared.makeDatabase()
    try await foreign.server.execute("CREATE TABLE books (title TEXT)", in: foreign.name)
    let other = await #expect(throws: StoreError.self) { try await installation.copy(to: foreign) }
    #expect(other?.code == .malformed)
    let latin = try await PostgreSQLServer.shared.makeDatabase(encoding: "LATIN1")
    let encoding = await #expect(throws: StoreError.self) { try await installation.copy(to: latin) }
    #expect(encoding?.code == .malformed)
    #expect(encoding?.reason.contains("the encoding of the database is LATIN1") == true)
  }

  @Test func failedCopyLeavesDatabaseEmpty() async throws {
    let installation = try await Installation()
    let path = installation.directory.file("doorward.sqlite3")
    // A row that refers to no user, as in a damaged file.
    let file = try SQLiteConnection(path: path)
    try file.script("PRAGMA foreign_keys = OFF; DELETE FROM users")
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let error = await #expect(throws: StoreError.self) { try await installation.copy(to: database) }
    #expect(error?.code == .missing)
    let connection = try PostgreSQLConnection(PostgreSQLSettings(database.url))
    let tables = try connection.run("SELECT 1 FROM pg_tables WHERE schemaname = current_schema()")
    #expect(tables.count == 0)
  }

  @Test func otherAddressesAndMissingInstallationsAreRefused() async throws {
    for (source, target) in [("x", "postgresql:///y"), ("sqlite:", "postgresql:///y"), ("sqlite:x", "y z")] {
      #expect(throws: ConfigurationError.self) { try DatabaseCopy(from: source, to: target) }
    }
    let directory = try TemporaryDirectory()
    let error = await #expect(throws: StoreError.self) {
      try await DatabaseCopy(from: "sqlite:\(directory.path)", to: "postgresql://127.0.0.1:1/x").run { _ in }
    }
    #expect(error?.code == .missing)
  }
}

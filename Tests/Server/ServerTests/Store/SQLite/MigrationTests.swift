import DoorwardPostgreSQLStore
import DoorwardSQLRows
import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("SQLite store: schema")
struct MigrationTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("deep/er/store.sqlite3")
  }

  @Test func `the file, its directories and its log are readable by their owner only`() async throws {
    let store = try await SQLiteStore.open(at: path)
    try await store.write { try $0.insert(try User.sample()) }
    func permissions(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try permissions(path) == 0o600)
    #expect(try permissions(path + "-wal") == 0o600)
    #expect(try permissions(path + "-shm") == 0o600)
    #expect(try permissions(directory.file("deep")) == 0o700)
    #expect(try permissions(directory.file("deep/er")) == 0o700)
    await store.close()
  }

  @Test func `a reopened store has its data, and each step was applied once`() async throws {
    let user = try User.sample()
    let challenge = try newChallenge()
    for round in 0..<3 {
      let store = try await SQLiteStore.open(at: path)
      if round == 0 { try await store.write { try $0.insert(user) } }
      #expect(try await store.read { try $0.user(user.id) } == user)
      #expect(try await store.write { try $0.spend(challenge, until: moment(0)) } == (round == 0))
      await store.close()
    }
    let steps = try SQLiteConnection(path: path).all("SELECT number FROM migrations") { row in
      try row.integer(0)
    }
    #expect(steps == Migration.all.map(\.number))
  }

  @Test func bothSchemasHaveTheSameSteps() {
    #expect(Migration.all.map(\.number) == Array(1...Int64(Migration.all.count)))
    #expect(PostgreSQLSchema.migrations.map(\.number) == Migration.all.map(\.number))
    #expect(PostgreSQLSchema.migrations.map(\.name) == Migration.all.map(\.name))
  }

  @Test func stepThatBothSchemasShareStandsAtItsNumber() {
    let own = [1, 3].map { Migration(number: $0, name: "own", sql: "") }
    let shared = Migration(number: 2, name: "shared", sql: "")
    #expect(Migration.steps(own, adding: [shared]).map(\.number) == [1, 2, 3])
  }

  @Test func `several stores can open one new file at once`() async throws {
    let path = self.path
    let stores = await together(12) { _ in try await SQLiteStore.open(at: path) }
    for store in stores {
      try await store.get().check()
      await (try store.get()).close()
    }
    let steps = try SQLiteConnection(path: path).all("SELECT number FROM migrations") { row in
      try row.integer(0)
    }
    #expect(steps == Migration.all.map(\.number))
  }

  @Test func `steps are applied in order, each completely or not at all`() async throws {
    let first = Migration(number: 1, name: "one", sql: "CREATE TABLE a (i INTEGER) STRICT")
    let broken = Migration(
      number: 2, name: "two", sql: "CREATE TABLE b (i INTEGER) STRICT; INSERT INTO b VALUES ('text')")
    func openingBroken() async {
      await #expect(throws: StoreError(.malformed, "")) {
        _ = try await SQLiteStore.open(
          at: path, options: SQLiteStoreOptions(), migrations: [first, broken])
      }
    }
    // A database gets its name when its schema is complete.
    await openingBroken()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("deep/er")) == [])

    await (try SQLiteStore.open(at: path, options: SQLiteStoreOptions(), migrations: [first])).close()
    await openingBroken()
    func tables() throws -> [String] {
      try SQLiteConnection(path: path).all("SELECT name FROM sqlite_schema ORDER BY name") { row in
        try row.text(0)
      }
    }
    #expect(try tables() == ["a", "migrations"])

    let corrected = Migration(number: 2, name: "two", sql: "CREATE TABLE b (i INTEGER) STRICT")
    let store = try await SQLiteStore.open(
      at: path, options: SQLiteStoreOptions(), migrations: [first, corrected])
    await store.close()
    #expect(try tables() == ["a", "b", "migrations"])
  }

  @Test func `the database of a newer server is refused with its schema step and not changed`() async throws {
    await (try SQLiteStore.open(at: path)).close()
    let connection = try SQLiteConnection(path: path)
    try connection.run("INSERT INTO migrations VALUES (999, 'later', x'00', 0)")
    for access in [SQLiteStoreOptions.Access.readWrite, .readOnly] {
      let error = await #expect(throws: StoreError.self) {
        _ = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(access: access))
      }
      #expect(error?.code == .malformed)
      #expect(error?.reason.contains("newer server") == true)
      #expect(error?.reason.contains("999") == true)
    }
  }

  @Test func `a step that was changed after it was applied is detected`() async throws {
    await (try SQLiteStore.open(at: path)).close()
    try SQLiteConnection(path: path).run("UPDATE migrations SET checksum = x'00'")
    let error = await #expect(throws: StoreError.self) { _ = try await SQLiteStore.open(at: path) }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("step 1") == true)
  }

  @Test func logOfDeletedDatabaseIsNotUsedForNewOne() async throws {
    let store = try await SQLiteStore.open(at: path)
    try await store.write { try $0.insert(try User.sample()) }
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect(!log.isEmpty)
    await store.close()
    try FileManager.default.removeItem(atPath: path)
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
    let error = await #expect(throws: StoreError.self) { _ = try await SQLiteStore.open(at: path) }
    #expect(error?.code == .unavailable)
    #expect(error?.reason.contains("-wal") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(atPath: path + "-wal")
    await (try SQLiteStore.open(at: path)).close()
  }

  @Test func `the database of another program is refused and not changed`() async throws {
    let path = directory.file("other.sqlite3")
    try Data().write(to: URL(fileURLWithPath: path))
    try SQLiteConnection(path: path).script("CREATE TABLE theirs (i INTEGER) STRICT")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = await #expect(throws: StoreError.self) { _ = try await SQLiteStore.open(at: path) }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("not Doorward's") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a read-only store reads, refuses writes and creates nothing`() async throws {
    let reading = SQLiteStoreOptions(access: .readOnly)
    await #expect(throws: StoreError(.unavailable, "")) {
      _ = try await SQLiteStore.open(at: path, options: reading)
    }
    #expect(!FileManager.default.fileExists(atPath: directory.file("deep")))

    let user = try User.sample()
    let store = try await SQLiteStore.open(at: path)
    try await store.write { try $0.insert(user) }
    // Beside a running server, and without one.
    for _ in 0..<2 {
      let reader = try await SQLiteStore.open(at: path, options: reading)
      #expect(try await reader.read { try $0.user(user.id) } == user)
      try await reader.check()
      #expect(try await reader.integrityProblems() == [])
      await #expect(throws: StoreError(.unavailable, "")) {
        try await reader.write { try $0.deleteUser(user.id) }
      }
      await #expect(throws: StoreError(.unavailable, "")) { try await reader.checkpoint() }
      await reader.close()
      await store.close()
    }
  }

  @Test func `a read-only store names the step that an older database lacks`() async throws {
    await (try SQLiteStore.open(at: path)).close()
    let number = try #require(Migration.all.last).number + 1
    let later = Migration(number: number, name: "later", sql: "CREATE TABLE later (i INTEGER) STRICT")
    let error = await #expect(throws: StoreError.self) {
      _ = try await SQLiteStore.open(
        at: path, options: SQLiteStoreOptions(access: .readOnly), migrations: Migration.all + [later])
    }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("step \(number)") == true)
  }

  @Test func `every query of the contract uses an index`() async throws {
    await (try SQLiteStore.open(at: path)).close()
    let connection = try SQLiteConnection(path: path)
    func plan(_ sql: StaticString) throws -> String {
      try connection.all(sql, [.null, .null]) { row in try row.text(3) }.joined(separator: "; ")
    }
    #expect(
      try plan(
        """
        EXPLAIN QUERY PLAN SELECT id FROM identities WHERE kind = ?1 AND identifier = ?2 AND realm = ?1
        """
      ).contains("identities_key (kind=? AND identifier=? AND realm=?)"))
    #expect(
      try plan("EXPLAIN QUERY PLAN SELECT * FROM sessions WHERE user_id = ?1 AND expires_at > ?2")
        .contains("sessions_user (user_id=?)"))
    let purge = try plan(
      """
      EXPLAIN QUERY PLAN SELECT id FROM sessions WHERE over_at < ?1 ORDER BY over_at, id LIMIT ?2
      """)
    #expect(purge.contains("sessions_over (over_at<?)"))
    #expect(!purge.contains("TEMP B-TREE"))
    #expect(
      try plan(
        "EXPLAIN QUERY PLAN SELECT id FROM spent_challenges WHERE expires_at < ?1 ORDER BY expires_at, id LIMIT ?2"
      ).contains("spent_challenges_expiry (expires_at<?)"))
    #expect(
      try plan(
        "EXPLAIN QUERY PLAN SELECT * FROM identities WHERE user_id = ?1 AND ?2 IS NULL ORDER BY verified_at, number"
      )
      .hasSuffix("identities_user (user_id=?)"))
    #expect(
      try plan(
        """
        EXPLAIN QUERY PLAN SELECT count(*) FROM sessions
        WHERE user_id = ?1 AND is_brief = 0 AND expires_at > ?2 AND ended_at IS NULL
        """
      ).contains("COVERING INDEX sessions_user (user_id=? AND is_brief=? AND ended_at=?)"))
    let oldest = try plan(
      """
      EXPLAIN QUERY PLAN SELECT id, created_at, last_used_at FROM sessions
      WHERE user_id = ?1 AND is_brief = 0 AND expires_at > ?2 AND ended_at IS NULL ORDER BY created_at
      """)
    #expect(oldest.contains("sessions_user (user_id=? AND is_brief=? AND ended_at=?)"))
    // The order of the index is that of the result, so the rest of the rows is not read.
    #expect(!oldest.contains("TEMP B-TREE"))
    let left = try plan(
      """
      EXPLAIN QUERY PLAN SELECT id FROM users WHERE kind = 'anonymous' AND left_at IS NOT NULL AND left_at < ?1
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
      ORDER BY left_at LIMIT ?2
      """)
    #expect(left.contains("users_left (left_at"))
    #expect(left.contains("sessions_user (user_id=?)"))
    #expect(!left.contains("TEMP B-TREE"))
    #expect(
      try plan(
        "EXPLAIN QUERY PLAN SELECT * FROM application_grants WHERE user_id = ?1 AND application_id = ?2"
      )
      .contains("(user_id=? AND application_id=?)"))
    #expect(
      try plan("EXPLAIN QUERY PLAN SELECT * FROM api_keys WHERE hash = ?1 AND ?2 IS NULL")
        .contains("(hash=?)"))
  }

  @Test func `every list of users and invitations is read in the order of an index`() async throws {
    await (try SQLiteStore.open(at: path)).close()
    let connection = try SQLiteConnection(path: path)
    func plan(_ sql: StaticString, _ values: Int = 3) throws -> String {
      try connection.all(sql, Array(repeating: .null, count: values)) { row in try row.text(3) }.joined(
        separator: "; ")
    }
    let banned = try plan(
      """
      EXPLAIN QUERY PLAN SELECT bans.user_id, coalesce(last_sign_in_at, 0), kind,
        (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = bans.user_id),
        CASE WHEN CAST(?3 AS TEXT) IS NULL OR grants.user_id IS NOT NULL THEN 1 ELSE 0 END
      FROM user_bans AS bans CROSS JOIN users LEFT JOIN application_grants AS grants
          ON grants.user_id = bans.user_id AND grants.application_id = ?3
      WHERE bans.user_id > ?1 AND bans.user_id < ?2 AND users.id = bans.user_id
        AND bans.owner = (SELECT min(owner) FROM user_bans WHERE user_id = bans.user_id)
      ORDER BY bans.user_id DESC
      """)
    #expect(banned.contains("SEARCH bans USING PRIMARY KEY (user_id>? AND user_id<?)"))
    let signedIn = try plan(
      """
      EXPLAIN QUERY PLAN SELECT grants.user_id, signed_in_at, kind,
        (SELECT max(coalesce(ends_at, 9223372036854775807)) FROM user_bans WHERE user_id = grants.user_id), 1
      FROM application_grants AS grants LEFT JOIN users ON users.id = grants.user_id
      WHERE application_id = ?1 AND (signed_in_at, grants.user_id) < (?2, ?3)
      ORDER BY signed_in_at DESC, grants.user_id DESC
      """)
    #expect(
      signedIn.contains("application_grants_signed_in (application_id=? AND (signed_in_at,user_id)<(?,?))"))
    let invitations = try plan(
      """
      EXPLAIN QUERY PLAN SELECT id FROM invitations WHERE application_id = ?1 AND (created_at, id) < (?2, ?3)
      ORDER BY created_at DESC, id DESC LIMIT 20
      """)
    #expect(invitations.contains("invitations_list (application_id=? AND (created_at,id)<(?,?))"))
    let address = try plan(
      "EXPLAIN QUERY PLAN SELECT id FROM invitations WHERE kind = ?1 AND identifier = ?2 ORDER BY application_id",
      2)
    #expect(address.contains("invitations_address (kind=? AND identifier=?)"))
    for plan in [banned, signedIn, invitations, address] { #expect(!plan.contains("TEMP B-TREE")) }
  }
}

import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import DoorwardWire
import Encodings
import Foundation
import Testing

@Suite("SQLite store: damage and full disks")
struct DamageTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store.sqlite3")
  }

  @Test func `a file that is not a database is refused as such and not changed`() async throws {
    let garbage = Data("What a database is, this is not. ".utf8) + Data(count: 8192)
    try garbage.write(to: URL(fileURLWithPath: path))
    let error = await #expect(throws: StoreError.self) { _ = try await SQLiteStore.open(at: path) }
    #expect(error?.code == .unavailable)
    #expect(error?.reason.contains("not a database") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
  }

  @Test(arguments: [0, 17, 50, 99])
  func `a truncated database is refused, or the check finds the damage`(percent: Int) async throws {
    let users = try await fill()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: try handle.seekToEnd() * UInt64(percent) / 100 / 4096 * 4096)
    try handle.close()
    await expectDamage(users)
  }

  @Test(arguments: [UInt64(0), 1, 2, 5, 9])
  func `an overwritten page is detected when it is read, and by the check`(page: UInt64) async throws {
    let users = try await fill()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    // The first page keeps the file header.
    try handle.seek(toOffset: page * 4096 + (page == 0 ? 100 : 0))
    try handle.write(contentsOf: Data(repeating: 0xa5, count: page == 0 ? 3996 : 4096))
    try handle.close()
    await expectDamage(users)
  }

  /// Writes a few hundred users and returns them.
  private func fill() async throws -> [User] {
    let store = try await SQLiteStore.open(at: path)
    let users = try (0..<300).map { _ in
      var user = try User.sample()
      user.profile[.name] = String(repeating: "name ", count: 20)
      return user
    }
    try await store.write { transaction in
      for user in users {
        try transaction.insert(user)
        try transaction.insert(try Session.sample(of: user))
      }
    }
    await store.close()
    return users
  }

  /// A damaged database returns correct data or an error that names the damage, and the check finds the damage.
  private func expectDamage(_ users: [User]) async {
    do {
      let store = try await SQLiteStore.open(at: path)
      for user in users {
        do {
          let found = try await store.read { try $0.user(user.id) }
          #expect(found == user || found == nil)
        } catch let error as StoreError {
          #expect(error.code == .unavailable)
          #expect(error.reason.contains("damaged"))
        }
      }
      #expect(try await store.integrityProblems() != [])
      // A damaged database is not copied as intact.
      let copy = directory.file("copy.sqlite3")
      await #expect(throws: StoreError(.unavailable, "")) { try await store.backup(to: copy) }
      #expect(!FileManager.default.fileExists(atPath: copy))
      #expect(!FileManager.default.fileExists(atPath: copy + ".unfinished"))
      await store.close()
    } catch let error as StoreError {
      #expect(error.code == .unavailable)
      #expect(error.reason.contains("damaged"))
    } catch {
      Issue.record(error)
    }
  }

  @Test func `a value that the server never writes is refused as malformed`() async throws {
    let users = try await fill()
    let connection = try SQLiteConnection(path: path)
    try connection.run("UPDATE users SET kind = 'king', metadata = '{}'")
    let store = try await SQLiteStore.open(at: path)
    let user = users[0]
    await #expect(throws: StoreError(.malformed, "")) { try await store.read { try $0.user(user.id) } }
    for metadata: StaticString in [
      "UPDATE users SET kind = 'registered', metadata = '{'",
      "UPDATE users SET kind = 'registered', metadata = '[]'",
      "UPDATE users SET kind = 'registered', metadata = '{\"a\":1,\"a\":2}'",
      "UPDATE users SET kind = 'registered', metadata = CAST(x'22ff22' AS TEXT)",
    ] {
      try connection.run(metadata)
      await #expect(throws: StoreError(.malformed, "")) { try await store.read { try $0.user(user.id) } }
    }
    await store.close()
  }

  @Test func `a full database refuses only large writes, and works again after space is freed`()
    async throws
  {
    let options = SQLiteStoreOptions(maximumBytes: 440_000)
    let store = try await SQLiteStore.open(at: path, options: options)
    var large = try User.sample()
    large.metadata = JSONObject([("text", .string(String(repeating: "x", count: 450_000)))])
    let tooLarge = large
    let users = try (0..<40).map { _ in try User.sample() }
    // The large writes run out of space in groups with small ones.
    let results = await together(44) { index in
      try await store.write { transaction in
        if index % 11 == 0 {
          try transaction.insert(tooLarge)
        } else {
          try transaction.insert(users[index - index / 11 - 1])
        }
      }
    }
    var refusals = 0
    for case .failure(let error) in results {
      refusals += 1
      let error = try #require(error as? StoreError)
      #expect(error.code == .unavailable)
      #expect(error.reason.contains("full"))
    }
    #expect(refusals == 4)
    let present = try await store.read { snapshot in try users.filter { try snapshot.user($0.id) != nil } }
    #expect(present == users)
    #expect(try await store.read { try $0.user(tooLarge.id) } == nil)

    // Small writes until none fits; every confirmed write is there.
    var kept: [ChallengeID] = []
    let error = await #expect(throws: StoreError.self) {
      while true {
        let challenges = try (0..<100).map { _ in try newChallenge() }
        try await store.write { transaction in
          for each in challenges { _ = try transaction.spend(each, until: moment(0)) }
        }
        kept += challenges
      }
    }
    #expect(error?.reason.contains("full") == true)
    #expect(!kept.isEmpty)
    let spent = kept
    let again = try await store.write { transaction in
      try spent.filter { try transaction.spend($0, until: moment(0)) }
    }
    #expect(again.isEmpty)
    #expect(try await store.write { try $0.purge(before: moment(1), limit: 1_000_000) } == spent.count)
    let fits = try newChallenge()
    #expect(try await store.write { try $0.spend(fits, until: moment(1)) })
    #expect(try await store.integrityProblems() == [])
    await store.close()
  }

  @Test func `a transaction that ignores a disk failure commits all of its successful statements or nothing`()
    async throws
  {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(maximumBytes: 440_000))
    var large = try User.sample()
    large.metadata = JSONObject([("text", .string(String(repeating: "x", count: 250_000)))])
    let tooLarge = large
    let before = try User.sample()
    let after = try User.sample()
    let outcome = await together(1) { _ in
      try await store.write { transaction in
        try transaction.insert(before)
        try? transaction.insert(tooLarge)
        try? transaction.insert(after)
      }
    }
    let present = try await store.read { snapshot in
      try [before, tooLarge, after].map { try snapshot.user($0.id) != nil }
    }
    // SQLite undid the statement only, and the rest was committed, or it undid everything.
    switch outcome[0] {
    case .success: #expect(present == [true, false, true])
    case .failure: #expect(present == [false, false, false])
    }
    await store.close()
  }
}

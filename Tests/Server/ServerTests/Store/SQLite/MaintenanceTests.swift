import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import DoorwardWire
import Foundation
import Testing

@Suite("SQLite store: maintenance and closing")
struct MaintenanceTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store.sqlite3")
  }

  @Test func `a backup under load is one complete file, readable by its owner only, with all earlier writes`()
    async throws
  {
    let store = try await SQLiteStore.open(at: path)
    let before = try (0..<200).map { _ in try User.sample() }
    try await store.write { transaction in for user in before { try transaction.insert(user) } }
    let copy = directory.file("copies/one.sqlite3")
    let results = await together(40) { index in
      if index == 20 {
        try await store.backup(to: copy)
      } else {
        for _ in 0..<20 { try await store.write { try $0.insert(try User.sample()) } }
      }
    }
    for result in results { try result.get() }
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("copies")) == ["one.sqlite3"])

    let restored = try await SQLiteStore.open(at: copy)
    #expect(try await restored.integrityProblems() == [])
    let present = try await restored.read { snapshot in try before.filter { try snapshot.user($0.id) != nil }
    }
    #expect(present == before)
    await restored.close()
    await store.close()
  }

  @Test func `a backup overwrites nothing, and a failed one leaves no file`() async throws {
    let store = try await SQLiteStore.open(at: path)
    let taken = directory.file("taken")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: taken))
    await #expect(throws: StoreError(.conflict, "")) { try await store.backup(to: taken) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: taken)) == Data("mine".utf8))
    await #expect(throws: StoreError(.conflict, "")) { try await store.backup(to: path) }

    let cut = directory.file("copy")
    try Data().write(to: URL(fileURLWithPath: cut + ".unfinished"))
    await #expect(throws: StoreError(.conflict, "")) { try await store.backup(to: cut) }
    #expect(FileManager.default.fileExists(atPath: cut + ".unfinished"))
    await #expect(throws: StoreError(.unavailable, "")) { try await store.backup(to: taken + "/below") }
    await store.close()
    await #expect(throws: StoreError(.closed, "")) { try await store.backup(to: cut) }
  }

  @Test func `a checkpoint empties the log and does not disturb a reader`() async throws {
    let store = try await SQLiteStore.open(at: path)
    let user = try User.sample()
    try await store.write { try $0.insert(user) }
    #expect(try size(path + "-wal") > 0)
    #expect(try await store.checkpoint())
    #expect(try size(path + "-wal") == 0)
    #expect(try await store.read { try $0.user(user.id) } == user)
    await store.close()
  }

  @Test func `the log stays short under many writes, also while overlapping reads never pause`()
    async throws
  {
    let store = try await SQLiteStore.open(at: path)
    let relay = Relay()
    let results = await together(4) { index in
      if index < 3 {
        while !relay.isOver {
          try await store.read { snapshot in
            _ = try snapshot.apiKeys()
            relay.runUntilNext()
          }
        }
        return
      }
      defer { relay.end() }
      // Each group of users has about 60 pages; all of them are 40 MiB of log.
      for _ in 0..<170 {
        let users = try (0..<20).map { _ in
          var user = try User.sample()
          user.profile[.name] = String(repeating: "x", count: 8000)
          return user
        }
        try await store.write { transaction in for user in users { try transaction.insert(user) } }
      }
    }
    for result in results { try result.get() }
    #expect(try size(path + "-wal") < 25 << 20)
    #expect(try await store.integrityProblems() == [])
    await store.close()
  }

  @Test func `closing under load keeps confirmed writes, and refused writes have no effect`() async throws {
    let store = try await SQLiteStore.open(at: path)
    let users = try (0..<300).map { _ in try User.sample() }
    let results = await withTaskGroup(of: (Int, (any Error)?).self) { group in
      for index in users.indices {
        group.addTask {
          do {
            if index == 150 { await store.close() }
            try await store.write { try $0.insert(users[index]) }
            return (index, nil)
          } catch {
            return (index, error)
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(results[150] as? StoreError == StoreError(.closed, ""))
    // The last connection has copied and removed the log.
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["store.sqlite3"])
    let again = try await SQLiteStore.open(at: path)
    let present = try await again.read { snapshot in try users.map { try snapshot.user($0.id) != nil } }
    #expect(present == users.indices.map { results[$0] == nil })
    await again.close()
  }

  @Test func `a store that is released without closing ends its threads and closes its files`() async throws {
    do {
      let store = try await SQLiteStore.open(at: path)
      try await store.check()
    }
    // The connections close one after the other, and the last one removes the log.
    let deadline = ContinuousClock.now + .seconds(30)
    while FileManager.default.fileExists(atPath: path + "-wal"), .now < deadline { await Task.yield() }
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  private func size(_ path: String) throws -> Int {
    (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }
}

/// Lets each reader wait until the next one has begun.
final class Relay: @unchecked Sendable {
  // Sound: all access is under the lock of the condition.
  private let condition = NSCondition()
  private var runners = 0
  private var over = false

  var isOver: Bool { condition.withLock { over } }

  func runUntilNext() {
    condition.withLock {
      runners += 1
      let own = runners
      condition.broadcast()
      while runners == own, !over { condition.wait() }
    }
  }

  func end() {
    condition.withLock {
      over = true
      condition.broadcast()
    }
  }
}

import DoorwardSQLRows
import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import DoorwardWire
import Encodings
import Foundation
import Testing

/// Several processes with one file. The body of an exit test runs in a separate process, and finds its input in a
/// directory that is named after its parent.
@Suite("SQLite store: processes")
struct ProcessTests {
  @Test func `if two servers start and spend at once, exactly one spends each challenge`()
    async throws
  {
    let scene = try Scene.made("spend")
    defer { scene.remove() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await Self.spendEverything() } }
    }
    let wins = try scene.files(prefix: "wins-").flatMap { try scene.lines($0) }
    #expect(try scene.files(prefix: "wins-").count == 2)
    #expect(wins.count == Scene.challenges)
    #expect(Set(wins).count == Scene.challenges)
    let steps = try SQLiteConnection(path: scene.database).all("SELECT number FROM migrations") { row in
      try row.integer(0)
    }
    #expect(steps == Migration.all.map(\.number))
  }

  private static func spendEverything() async {
    await #expect(processExitsWith: .success) {
      let scene = Scene.joined("spend")
      // Both open the new file at the same moment.
      try scene.meet(2)
      let store = try await SQLiteStore.open(
        at: scene.database, options: SQLiteStoreOptions(groupLimit: 4, busyTimeout: 60_000))
      let spends = await together(Scene.challenges) { index -> Int? in
        let challenge = ChallengeID(bytes: Array(repeating: 0, count: 15) + [UInt8(index)])
        return try await store.write { try $0.spend(challenge, until: moment(0)) } ? index : nil
      }
      try scene.append("", to: "wins-\(getpid())")
      for case .some(let index) in try spends.map({ try $0.get() }) {
        try scene.append("\(index)\n", to: "wins-\(getpid())")
      }
      await store.close()
    }
  }

  @Test func `confirmed writes survive kill -9, and the file is intact`() async throws {
    let scene = try Scene.made("kill")
    defer { scene.remove() }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let scene = Scene.joined("kill")
      let store = try await SQLiteStore.open(at: scene.database)
      _ = await together(64) { _ in
        while true {
          let user = try User.sample()
          let session = try Session.sample(of: user)
          let challenge = try newChallenge()
          try await store.write { transaction in
            _ = try transaction.spend(challenge, until: moment(0))
            try transaction.insert(user)
            try transaction.insert(session)
          }
          let line = [user.id.text, session.id.text, Hex.encode(challenge.bytes)].joined(separator: " ")
          // 63 other writes are in progress.
          if try scene.append(line + "\n", to: "answered") > 100_000 { kill(getpid(), SIGKILL) }
        }
      }
    }
    let answered = try scene.lines("answered").filter { $0.utf8.count == 106 }
    #expect(answered.count > 900)
    let store = try await SQLiteStore.open(at: scene.database)
    #expect(try await store.integrityProblems() == [])
    for line in answered {
      let fields = line.split(separator: " ").map(String.init)
      try #require(fields.count == 3)
      let user = try #require(User.ID(fields[0]))
      let session = try #require(Session.ID(fields[1]))
      let challenge = ChallengeID(bytes: try Hex.decode(fields[2]))
      #expect(try await store.read { try $0.user(user) } != nil)
      #expect(try await store.read { try $0.session(session)?.userID } == user)
      #expect(try await store.write { try $0.spend(challenge, until: moment(0)) } == false)
    }
    await store.close()
  }

  @Test func `if the disk refuses a commit, every caller gets an error, and later calls succeed`()
    async throws
  {
    let scene = try Scene.made("limit")
    defer { scene.remove() }
    await #expect(processExitsWith: .success) {
      let scene = Scene.joined("limit")
      let store = try await SQLiteStore.open(at: scene.database)
      let user = try User.sample()
      try await store.write { try $0.insert(user) }

      // The files of this process cannot grow, so the next frame of the log is refused (EFBIG).
      let limit = try FileSizeLimit(bytes: scene.size(of: "store.sqlite3-wal"))
      let challenges = try (0..<50).map { _ in try newChallenge() }
      let refused = await together(50) { index in
        try await store.write { try $0.spend(challenges[index], until: moment(0)) }
      }
      for result in refused {
        #expect(throws: StoreError(.unavailable, "")) { try result.get() }
      }
      await #expect(throws: StoreError(.unavailable, "")) { try await store.check() }
      #expect(try await store.read { try $0.user(user.id) } == user)

      limit.lift()
      try await store.check()
      let spent = await together(50) { index in
        try await store.write { try $0.spend(challenges[index], until: moment(0)) }
      }
      // No refused spend has an effect.
      #expect(try spends(spent) == 50)
      #expect(try await store.integrityProblems() == [])
      await store.close()
    }
  }

  @Test func `if the log cannot be copied, commits continue and the check reports the failure until it ends`()
    async throws
  {
    let scene = try Scene.made("log")
    defer { scene.remove() }
    await #expect(processExitsWith: .success) {
      let scene = Scene.joined("log")
      let store = try await SQLiteStore.open(at: scene.database)
      func write(pages: Int) async throws {
        var user = try User.sample()
        user.profile[.name] = String(repeating: "x", count: pages * 4096)
        let large = user
        try await store.write { try $0.insert(large) }
      }
      // The log reaches a size that it keeps; from then on its pages are overwritten.
      try await write(pages: 1500)
      try await store.check()
      let limit = try FileSizeLimit(bytes: scene.size(of: "store.sqlite3-wal"))
      for _ in 0..<11 { try await write(pages: 100) }
      let error = await #expect(throws: StoreError.self) { try await store.check() }
      #expect(error?.code == .unavailable)
      #expect(error?.reason.contains("disk") == true)
      try await write(pages: 1)
      await #expect(throws: StoreError(.unavailable, "")) { try await store.check() }

      limit.lift()
      try await store.check()
      #expect(try await store.integrityProblems() == [])
      await store.close()
    }
  }

  @Test func `a read-only file and a read-only directory have their own error`()
    async throws
  {
    let scene = try Scene.made("readonly")
    defer { scene.remove() }
    for place in ["file", "directory"] {
      await (try SQLiteStore.open(at: scene.path + "/\(place)/store.sqlite3")).close()
    }
    chmod(scene.path + "/file", 0o777)
    chmod(scene.path + "/file/store.sqlite3", 0o444)
    chmod(scene.path + "/directory/store.sqlite3", 0o666)
    chmod(scene.path + "/directory", 0o555)
    await #expect(processExitsWith: .success) {
      let scene = Scene.joined("readonly")
      // The superuser can write to everything.
      if geteuid() == 0 { seteuid(65_534) }
      for path in [
        "file/store.sqlite3", "directory/store.sqlite3", "directory/new.sqlite3", "directory/new/a",
      ] {
        let error = await #expect(throws: StoreError.self) {
          _ = try await SQLiteStore.open(at: scene.path + "/" + path)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.reason.contains(/permission|read-only/.ignoresCase()) == true)
      }
    }
    chmod(scene.path + "/directory", 0o755)
  }
}

func spends(_ results: [Result<Bool, any Error>]) throws -> Int {
  try results.map { try $0.get() }.filter { $0 }.count
}

import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import DoorwardSystem
import Foundation
import Testing

@Suite("SQLite store: group commit")
struct GroupCommitTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store.sqlite3")
  }

  @Test func `writes that wait together are committed together`() async throws {
    let store = try await SQLiteStore.open(at: path)
    try await store.checkpoint()
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    async let first: Void = store.write { _ in
      enter.yield()
      gate.wait()
    }
    for await _ in entered { break }
    let results = await together(101) { index in
      if index == 100 {
        // The last write to start: the others are waiting, or are about to.
        gate.signal()
        return true
      }
      let challenge = try newChallenge()
      return try await store.write { try $0.spend(challenge, until: moment(0)) }
    }
    try await first
    #expect(try spends(results) == 101)
    let commits = try Self.commits(inLog: path + "-wal")
    #expect((1...20).contains(commits))
    await store.close()
  }

  @Test func requestThatFailsAfterChangeLeavesOthersOfItsGroup() async throws {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(queueLimit: 30))
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let runs = Monitor(0)
    async let first: Void = store.write { _ in
      runs.withLock { $0 += 1 }
      enter.yield()
      gate.wait()
    }
    for await _ in entered { break }
    let users = try (0..<31).map { _ in try User.sample() }
    let outcomes = await withTaskGroup(of: (Int, Result<Void, any Error>).self) { group in
      for (index, user) in users.enumerated() {
        group.addTask {
          do {
            try await store.write { transaction in
              try transaction.insert(user)
              if index.isMultiple(of: 3) { throw CancellationError() }
            }
            return (index, .success(()))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      var outcomes: [(index: Int, result: Result<Void, any Error>)] = []
      for await outcome in group {
        outcomes.append(outcome)
        // One write is refused because the thirty others wait. They join the group of the first body, which waits
        // twice, because the group runs again after the failure.
        if outcomes.count == 1 { for _ in 0..<2 { gate.signal() } }
      }
      return outcomes
    }
    try await first
    #expect(runs.withLock { $0 } == 2)
    let refusal = #expect(throws: StoreError.self) { try outcomes[0].result.get() }
    #expect(refusal?.code == .unavailable)
    #expect(try await store.read { try $0.user(users[outcomes[0].index].id) } == nil)
    for (index, result) in outcomes.dropFirst() {
      let isFaulty = index.isMultiple(of: 3)
      if isFaulty {
        #expect(throws: CancellationError.self) { try result.get() }
      } else {
        #expect(throws: Never.self) { try result.get() }
      }
      #expect(try await store.read { try $0.user(users[index].id) } == (isFaulty ? nil : users[index]))
    }
    await store.close()
  }

  @Test func `a write returns only after its commit`() async throws {
    let store = try await SQLiteStore.open(at: path)
    let other = try await SQLiteStore.open(at: path)
    let results = await together(200) { _ in
      let user = try User.sample()
      try await store.write { try $0.insert(user) }
      // Another store sees committed data only.
      return try await other.read { try $0.user(user.id) } == user
    }
    #expect(try spends(results) == 200)
    await store.close()
    await other.close()
  }

  @Test func `a full queue refuses new writes at once and completes those that it has accepted`() async throws
  {
    let options = SQLiteStoreOptions(readers: 1, queueLimit: 10)
    let store = try await SQLiteStore.open(at: path, options: options)
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    async let first: Void = store.write { _ in
      enter.yield()
      gate.wait()
    }
    for await _ in entered { break }
    let outcomes = await withTaskGroup(of: Result<Bool, any Error>.self) { group in
      for _ in 0..<60 {
        group.addTask {
          do {
            let challenge = try newChallenge()
            return .success(try await store.write { try $0.spend(challenge, until: moment(0)) })
          } catch {
            return .failure(error)
          }
        }
      }
      var outcomes: [Result<Bool, any Error>] = []
      for await outcome in group {
        outcomes.append(outcome)
        // Ten writes wait. They continue after the other fifty have been refused.
        if outcomes.count == 50 { gate.signal() }
      }
      return outcomes
    }
    try await first
    for case .failure(let error) in outcomes.prefix(50) {
      #expect(error as? StoreError == StoreError(.unavailable, ""))
    }
    #expect(outcomes.prefix(50).allSatisfy { (try? $0.get()) == nil })
    #expect(outcomes.suffix(10).allSatisfy { (try? $0.get()) == true })
    await store.close()
  }

  @Test func `if another process keeps the lock, all waiting writes fail within one time limit`() async throws
  {
    let store = try await SQLiteStore.open(at: path, options: SQLiteStoreOptions(busyTimeout: 50))
    let other = try await SQLiteStore.open(at: path)
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    async let held: Void = other.write { _ in
      enter.yield()
      gate.wait()
    }
    for await _ in entered { break }
    let results = await together(100) { _ in
      let challenge = try newChallenge()
      return try await store.write { try $0.spend(challenge, until: moment(0)) }
    }
    for result in results {
      let error = #expect(throws: StoreError.self) { try result.get() }
      #expect(error?.code == .unavailable)
      #expect(error?.reason.contains("locked") == true)
    }
    await #expect(throws: StoreError(.unavailable, "")) { try await store.check() }
    // Reads continue meanwhile.
    #expect(try await store.read { try $0.apiKeys() } == [])
    gate.signal()
    try await held
    try await store.check()
    await store.close()
    await other.close()
  }

  /// The number of commits in a write-ahead log: frames with the size of the database
  /// (https://sqlite.org/fileformat.html §4.1, bytes 4–7 of a frame's header).
  static func commits(inLog path: String) throws -> Int {
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    var commits = 0
    var frame = 32
    while frame + 24 + 4096 <= log.count {
      if log[frame + 4..<frame + 8].contains(where: { $0 != 0 }) { commits += 1 }
      frame += 24 + 4096
    }
    return commits
  }
}

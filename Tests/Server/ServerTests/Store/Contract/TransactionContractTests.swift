import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: transactions")
struct TransactionContractTests {
  @Test(arguments: StoreKind.allCases)
  func `of parallel transactions, those that throw store nothing and the others store everything`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let users = try (0..<60).map { _ in try User.sample() }
      let results = await together(users.count) { index in
        try await store.write { transaction -> Bool in
          try transaction.insert(users[index])
          if index % 3 == 0 { throw Refusal() }
          guard index % 3 == 1 else { return false }
          // A conflict that the body catches undoes only its statement.
          do {
            try transaction.insert(users[index])
            return false
          } catch let error as StoreError where error.code == .conflict {
            return true
          }
        }
      }
      for case .failure(let error) in results { #expect(error is Refusal) }
      let conflicts = results.compactMap { try? $0.get() }
      #expect(conflicts.count == 40)
      #expect(conflicts.filter { $0 }.count == 20)
      let present = try await store.read { snapshot in
        try users.map { try snapshot.user($0.id) != nil }
      }
      #expect(present == users.indices.map { $0 % 3 != 0 })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction reads its own writes; readers see them when the write has returned`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      for _ in 0..<50 {
        let user = try User.sample()
        let own = try await store.write { transaction in
          try transaction.insert(user)
          return try transaction.user(user.id)
        }
        #expect(own == user)
        #expect(try await store.read { try $0.user(user.id) } == user)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a read keeps its snapshot while others write`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let written = DispatchSemaphore(value: 0)
      async let seen = store.read { snapshot in
        let before = try snapshot.user(user.id)
        begin.yield()
        written.wait()
        return [before, try snapshot.user(user.id)]
      }
      for await _ in begun { break }
      try await store.write { try $0.insert(user) }
      // Another reader has another snapshot.
      #expect(try await store.read { try $0.user(user.id) } == user)
      written.signal()
      #expect(try await seen == [nil, nil])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an error that the body throws reaches the caller unchanged`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      await #expect(throws: Refusal()) { try await store.write { _ in throw Refusal() } }
      await #expect(throws: Refusal()) { try await store.read { _ in throw Refusal() } }
      try await store.check()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a closed store refuses calls with a clear error, and can be closed again`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      await store.close()
      await store.close()
      let closed = StoreError(.closed, "")
      await #expect(throws: closed) { try await store.write { try $0.apiKeys() } }
      await #expect(throws: closed) { try await store.read { try $0.apiKeys() } }
      await #expect(throws: closed) { try await store.check() }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a store that closes under load completes each call or refuses it without effect`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let results = await together(200) { index -> Bool in
        if index == 100 {
          await store.close()
          return false
        }
        let user = try User.sample()
        try await store.write { try $0.insert(user) }
        return true
      }
      for case .failure(let error) in results {
        #expect(error as? StoreError == StoreError(.closed, ""))
      }
      #expect(results.count == 200)
    }
  }
}

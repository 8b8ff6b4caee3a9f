import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: anonymous users and applications")
struct AnonymousUserContractTests {
  private static func user(_ kind: User.Kind) throws -> User {
    User(id: try User.ID(at: moment(0), random: .system), kind: kind, createdAt: moment(0))
  }

  @Test(arguments: StoreKind.allCases)
  func `an anonymous user is deleted if the last session ended before the given time`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let visitor = try Self.user(.anonymous)
      let second = try Self.user(.anonymous)
      var ended = try Session.sample(of: second, expiresAt: moment(60_000))
      ended = ended.ended(at: moment(200))
      let sessions = [
        try Session.sample(of: visitor, expiresAt: moment(50)),
        try Session.sample(of: visitor, expiresAt: moment(100)), ended,
      ]
      try await store.write { transaction in
        for user in [visitor, second] { try transaction.insert(user) }
        for session in sessions { try transaction.insert(session) }
      }
      func left(before instant: Date) async throws -> Int {
        try await store.write { try $0.purgeAnonymousUsers(leftBefore: instant, limit: 100) }
      }
      // The sessions still exist, so no user is deleted.
      #expect(try await left(before: moment(1_000_000)) == 0)
      _ = try await store.write { try $0.purge(before: moment(60), limit: 100) }
      #expect(try await left(before: moment(1_000_000)) == 0)
      _ = try await store.write { try $0.purge(before: moment(1000), limit: 100) }
      #expect(try await left(before: moment(100)) == 0)
      #expect(try await left(before: moment(101)) == 1)
      #expect(try await store.read { try $0.user(visitor.id) } == nil)
      #expect(try await left(before: moment(200)) == 0)
      #expect(try await left(before: moment(201)) == 1)
      #expect(try await store.read { try $0.user(second.id) } == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a user who is registered or has a session is not deleted`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let registered = try Self.user(.registered)
      let back = try Self.user(.anonymous)
      let upgraded = try Self.user(.anonymous)
      let users = [registered, back, upgraded]
      try await store.write { transaction in
        for user in users {
          try transaction.insert(user)
          try transaction.insert(try Session.sample(of: user, expiresAt: moment(10)))
        }
        try transaction.insert(try Session.sample(of: back, expiresAt: moment(1_000_000)))
      }
      _ = try await store.write { try $0.purge(before: moment(100), limit: 100) }
      try await store.write { transaction in
        var registered = upgraded
        registered.kind = .registered
        try transaction.update(registered)
      }
      #expect(
        try await store.write { try $0.purgeAnonymousUsers(leftBefore: moment(5000), limit: 100) } == 0)
      for user in users { #expect(try await store.read { try $0.user(user.id) } != nil) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `no more anonymous users are deleted than the limit, and the number is returned`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      try await store.write { transaction in
        for _ in 0..<5 {
          let user = try Self.user(.anonymous)
          try transaction.insert(user)
          try transaction.insert(try Session.sample(of: user, expiresAt: moment(1)))
        }
      }
      var counts: [Int] = []
      for limit in [2, 100] {
        _ = try await store.write { try $0.purge(before: moment(10), limit: limit) }
        counts.append(
          try await store.write { try $0.purgeAnonymousUsers(leftBefore: moment(10), limit: limit) })
      }
      for limit in [0, -1] {
        counts.append(
          try await store.write { try $0.purgeAnonymousUsers(leftBefore: moment(10), limit: limit) })
      }
      #expect(counts == [2, 3, 0, 0])
    }
  }
}

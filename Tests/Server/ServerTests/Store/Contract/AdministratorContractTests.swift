import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: administrators")
struct AdministratorContractTests {
  @Test(arguments: StoreKind.allCases)
  func administratorsAreListedInOrderOfTheirAddition(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let users = try await Self.users(2, in: store)
      let first = Self.administrator(users[1], .owner, at: moment(1))
      let second = Self.administrator(users[0], .viewer, at: moment(2))
      try await store.write { transaction in
        try transaction.setAdministrator(second)
        try transaction.setAdministrator(first)
      }
      #expect(try await store.read { try $0.administrators() } == [first, second])
      #expect(try await store.read { try $0.administrator(users[0].id) } == second)
      // A new role keeps the time of the addition.
      try await store.write { transaction in
        try transaction.setAdministrator(Self.administrator(users[0], .support, at: moment(9)))
      }
      #expect(
        try await store.read { try $0.administrator(users[0].id) }
          == Self.administrator(users[0], .support, at: moment(2)))
      #expect(try await store.write { try $0.removeAdministrator(users[0].id) })
      #expect(try await !store.write { try $0.removeAdministrator(users[0].id) })
      #expect(try await store.read { try $0.administrators() } == [first])
      let stranger = try User.sample()
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { transaction in
          try transaction.setAdministrator(Self.administrator(stranger, .viewer, at: moment(3)))
        }
      }
    }
  }

  /// The acts that take an owner from the server.
  enum Loss: CaseIterable {
    case removal, otherRole, ban, temporaryBan, deletion, laterDeletion

    func apply(to user: User.ID, in transaction: any StoreWriting) throws {
      switch self {
      case .removal: _ = try transaction.removeAdministrator(user)
      case .otherRole:
        try transaction.setAdministrator(
          Administrator(user: user, role: .support, addedBy: "test", addedAt: moment(5)))
      case .ban: try transaction.setBan(UserBan(reason: nil, bannedAt: moment(5), endsAt: nil), of: user)
      case .temporaryBan:
        try transaction.setBan(UserBan(reason: nil, bannedAt: moment(5), endsAt: moment(6)), of: user)
      case .deletion: try transaction.deleteUser(user)
      case .laterDeletion:
        try transaction.schedule(PendingDeletion(requestedAt: moment(5), dueAt: moment(6)), of: user)
      }
    }
  }

  @Test(arguments: StoreKind.allCases, Loss.allCases)
  func lastOwnerStays(_ kind: StoreKind, _ loss: Loss) async throws {
    try await kind.withStore { store in
      let users = try await Self.users(3, in: store)
      try await store.write { transaction in
        try transaction.setAdministrator(Self.administrator(users[0], .owner, at: moment(1)))
        try transaction.setAdministrator(Self.administrator(users[1], .support, at: moment(2)))
      }
      await #expect(throws: StoreError(.lastOwner, "")) {
        try await store.write { try loss.apply(to: users[0].id, in: $0) }
      }
      #expect(try await store.read { try $0.administrator(users[0].id)?.role } == .owner)
      try await store.write { transaction in
        // Nothing holds for other administrators and users.
        for user in [users[1], users[2]] { try loss.apply(to: user.id, in: transaction) }
      }
      let other = try await Self.users(1, in: store)[0]
      try await store.write { transaction in
        try transaction.setAdministrator(Self.administrator(other, .owner, at: moment(3)))
        try loss.apply(to: users[0].id, in: transaction)
      }
      await #expect(throws: StoreError(.lastOwner, "")) {
        // An owner with a ban does not count, also if the ban has an end.
        try await store.write { try Loss.removal.apply(to: other.id, in: $0) }
      }
    }
  }

  @Test(arguments: StoreKind.allCases, Loss.allCases)
  func oneOfTwoOwnersStaysIfBothAreLostAtOnce(_ kind: StoreKind, _ loss: Loss) async throws {
    try await kind.withStores { stores in
      let owners = try await Self.users(2, in: stores[0])
      try await stores[0].write { transaction in
        for owner in owners {
          try transaction.setAdministrator(Self.administrator(owner, .owner, at: moment(1)))
        }
      }
      let session = try Session.ID(at: moment(0), random: .system)
      let lost = try await withThrowingTaskGroup(of: Bool.self) { group in
        for (store, owner) in zip(stores, owners) {
          group.addTask {
            do {
              // A sign-in deletes a user in such a transaction too.
              try await store.writeAtRepeatableRead(prefetching: .call(by: session)) {
                try loss.apply(to: owner.id, in: $0)
              }
              return true
            } catch let error as StoreError where error.code == .lastOwner {
              return false
            }
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(lost == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func ownerLinkIsSpentOnceAndEndsWithItsTimeOrWithAnOwner(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (first, second) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
      let user = try await Self.users(1, in: store)[0]
      func take(_ hash: [UInt8], at instant: Date = moment(5)) async throws -> Bool {
        try await store.write { try $0.takeOwnerClaim(hash, at: instant) }
      }
      #expect(try await !take(first))
      try await store.write { try $0.setOwnerClaim(first, until: moment(10)) }
      #expect(try await store.read { try $0.hasOwnerClaim(first, at: moment(5)) })
      #expect(try await store.read { try !$0.hasOwnerClaim(first, at: moment(10)) })
      #expect(try await !take(second))
      #expect(try await !take(first, at: moment(10)))
      #expect(try await take(first))
      #expect(try await !take(first))
      try await store.write { try $0.setOwnerClaim(first, until: moment(10)) }
      try await store.write { try $0.setOwnerClaim(second, until: moment(10)) }
      #expect(try await !take(first))
      try await store.write { try $0.setAdministrator(Self.administrator(user, .viewer, at: moment(1))) }
      #expect(try await store.read { try $0.hasOwnerClaim(second, at: moment(5)) })
      try await store.write { try $0.setAdministrator(Self.administrator(user, .owner, at: moment(1))) }
      #expect(try await !take(second))
      // The command of the operator makes a new one.
      try await store.write { try $0.setOwnerClaim(second, until: moment(10)) }
      #expect(try await take(second))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func keysOfAnAdministratorAreRemovedWithTheRole(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try await Self.users(1, in: store)[0]
      let own = try Self.key(1, of: user.id)
      let key = try Self.key(2, of: nil)
      try await store.write { transaction in
        try transaction.setAdministrator(Self.administrator(user, .viewer, at: moment(1)))
        try transaction.insert(own)
        try transaction.insert(key)
      }
      #expect(try await store.read { try $0.administrationKeys() } == [own, key])
      #expect(try await store.read { try $0.administrationKey(hash: own.hash) } == own)
      #expect(try await store.write { try $0.revokeAdministrationKey(key.id, at: moment(4)) })
      #expect(try await !store.write { try $0.revokeAdministrationKey(key.id, at: moment(5)) })
      #expect(try await store.write { try $0.removeAdministrator(user.id) })
      let left = try await store.read { try $0.administrationKeys() }
      #expect(left.map(\.id) == [key.id] && left[0].revokedAt == moment(4))
      #expect(!left[0].isValid(at: moment(4)) && key.isValid(at: moment(4)) && !key.isValid(at: moment(9)))
    }
  }

  private static func users(_ count: Int, in store: any Store) async throws -> [User] {
    let users = try (0..<count).map { _ in try User.sample() }
    try await store.write { transaction in
      for user in users { try transaction.insert(user) }
    }
    return users
  }

  private static func administrator(_ user: User, _ role: AdministratorRole, at added: Date) -> Administrator
  {
    Administrator(user: user.id, role: role, addedBy: "test", addedAt: added)
  }

  private static func key(_ byte: UInt8, of user: User.ID?) throws -> AdministrationKey {
    AdministrationKey(
      id: try AdministrationKey.ID(at: moment(1), random: .system), name: "key", hash: [byte],
      scopes: [.readUsers, .writeKeys], creator: user, createdAt: moment(Int64(byte)), expiresAt: moment(9))
  }
}

import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Lists of users are read in parts, with filters and in an order.
@Suite("Store contract: lists of users")
struct UserListContractTests {
  private static func user(_ index: Int, signedIn: Int64? = nil, kind: User.Kind = .registered) throws -> User
  {
    let created = moment(Int64(index / 2))
    return User(
      id: try User.ID(at: created, random: .system), kind: kind, createdAt: created,
      lastSignInAt: signedIn.map(moment))
  }

  /// Nine users of an application, of which two are anonymous and two are banned, and one user of another application.
  private func withUsers(
    _ kind: StoreKind, _ body: (any Store, [User], Set<User.ID>) async throws -> Void
  ) async throws {
    try await kind.withStore { store in
      let times: [Int64?] = [5, nil, 3, 3, 9, nil, 1, 7, 2]
      let users = try times.enumerated().map { index, time in
        try Self.user(index, signedIn: time, kind: index % 4 == 3 ? .anonymous : .registered)
      }
      let other = try Self.user(2, signedIn: 4)
      try await store.write { transaction in
        for user in (users + [other]).shuffled() {
          try transaction.insert(user)
          try transaction.grant(.whole, of: user.id, to: user.id == other.id ? "other" : "shop")
        }
        try transaction.setBan(UserBan(reason: nil, bannedAt: moment(0), endsAt: nil), of: users[0].id)
        try transaction.setBan(UserBan(reason: "x", bannedAt: moment(0), endsAt: moment(50)), of: users[4].id)
        try transaction.setBan(UserBan(reason: "x", bannedAt: moment(0), endsAt: moment(5)), of: users[5].id)
      }
      try await body(store, users, [users[0].id, users[4].id])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func entriesAreWhatSeparateReadsFind(_ kind: StoreKind) async throws {
    try await withUsers(kind) { store, users, _ in
      let (first, second) = (users[0].id, users[5].id)
      try await store.write { transaction in
        for index in 0..<3 {
          let key = IdentityKey(kind: .ethereum, identifier: "\(index)")
          try transaction.insert(Identity.sample(of: users[index == 1 ? 5 : 0], key: key))
        }
        var grant = try transaction.grant(.whole, of: second, to: "shop")
        grant.appMetadata = ["plan": "basic"]
        try transaction.update(grant, of: second)
        try transaction.schedule(PendingDeletion(requestedAt: moment(1), dueAt: moment(2)), of: first)
      }
      let absent = try User.ID(at: moment(0), random: .system)
      try await store.read { snapshot in
        #expect(try snapshot.entries(of: [], for: "shop").isEmpty)
        let ids = users.map(\.id) + [absent, first]
        for application in ["shop", "other", ""] {
          let entries = try snapshot.entries(of: ids, for: application)
          #expect(entries.count == users.count)
          for id in users.map(\.id) {
            let expected = UserEntry(
              user: try #require(try snapshot.user(id)), identities: try snapshot.identities(of: id),
              grant: try snapshot.grant(of: id, to: application), ban: try snapshot.ban(of: id))
            #expect(entries[id] == expected)
          }
        }
      }
      // A transaction sees what it has changed.
      try await store.write { (transaction) throws in
        #expect(try transaction.entries(of: [first], for: "shop")[first]?.grant != nil)
        _ = try transaction.withdrawGrant(of: first, to: "shop", at: moment(3))
        #expect(try transaction.entries(of: [first], for: "shop")[first]?.grant == nil)
      }
    }
  }

  private func read(
    _ query: UserQuery, _ store: any Store, limit: Int, examining examined: Int = 1000
  ) async throws -> [User.ID] {
    var read: [User.ID] = []
    var position: UserListPosition?
    repeat {
      let part = try await store.read { [position] in
        try $0.users(query, after: position, at: moment(20), limit: limit, examining: examined)
      }
      #expect(part.users.count <= limit)
      read += part.users.map(\.user)
      position = part.end
    } while position != nil
    return read
  }

  private func sorted(_ users: [User], _ query: UserQuery) -> [User.ID] {
    let ascending = users.sorted { left, right in
      let (first, second) = (left.lastSignInAt ?? .distantPast, right.lastSignInAt ?? .distantPast)
      if query.order == .lastSignInAt, first != second { return first < second }
      return left.id.bytes.lexicographicallyPrecedes(right.id.bytes)
    }.map(\.id)
    return query.isDescending ? ascending.reversed() : ascending
  }

  @Test(arguments: StoreKind.allCases, [1, 2, 4, 100])
  func `each user of the application appears once, in each order`(_ kind: StoreKind, _ limit: Int)
    async throws
  {
    try await withUsers(kind) { store, users, _ in
      for order in UserQuery.Order.allCases {
        for isDescending in [false, true] {
          let query = UserQuery(applicationID: "shop", order: order, isDescending: isDescending)
          for examined in [1, 3, 1000] {
            let read = try await read(query, store, limit: limit, examining: examined)
            #expect(read == sorted(users, query))
          }
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `filters select users, in each order and in parts`(_ kind: StoreKind) async throws {
    try await withUsers(kind) { store, users, banned in
      for order in UserQuery.Order.allCases {
        for isDescending in [false, true] {
          var query = UserQuery(applicationID: "shop", order: order, isDescending: isDescending)
          func expect(_ accepts: (User) -> Bool) async throws {
            let expected = sorted(users.filter(accepts), query)
            for limit in [1, 3, 100] { #expect(try await read(query, store, limit: limit) == expected) }
          }
          query.kind = .anonymous
          try await expect { $0.kind == .anonymous }
          query.kind = nil
          query.isBanned = true
          try await expect { banned.contains($0.id) }
          query.isBanned = false
          try await expect { !banned.contains($0.id) }
          query.isBanned = nil
          query.createdFrom = moment(1)
          query.createdBefore = moment(3)
          try await expect { moment(1) <= $0.createdAt && $0.createdAt < moment(3) }
          query.isBanned = true
          try await expect { banned.contains($0.id) && moment(1) <= $0.createdAt && $0.createdAt < moment(3) }
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `every row that a list skips counts as examined`(_ kind: StoreKind) async throws {
    try await withUsers(kind) { store, users, _ in
      func part(_ query: UserQuery, examining examined: Int) async throws -> UserListPart {
        try await store.read {
          try $0.users(query, after: nil, at: moment(20), limit: 100, examining: examined)
        }
      }
      let late = UserQuery(applicationID: "shop", order: .lastSignInAt, createdFrom: moment(1000))
      let first = try await part(late, examining: 3)
      #expect(first.users.isEmpty && first.end != nil)
      #expect(try await part(late, examining: 100).end == nil)
      // The application has no banned user, and the server has three.
      let foreign = UserQuery(applicationID: "other", isBanned: true)
      let second = try await part(foreign, examining: 1)
      #expect(second.users.isEmpty && second.end != nil)
      #expect(try await read(foreign, store, limit: 1, examining: 1) == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a list without an application has all users`(_ kind: StoreKind) async throws {
    try await withUsers(kind) { store, users, banned in
      let all = try await read(UserQuery(applicationID: nil, isDescending: false), store, limit: 3)
      #expect(all.count == users.count + 1)
      #expect(
        all.filter(Set(users.map(\.id)).contains)
          == sorted(users, UserQuery(applicationID: nil, isDescending: false)))
      let query = UserQuery(applicationID: nil, isBanned: true)
      #expect(Set(try await read(query, store, limit: 1)) == banned)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the order follows a new sign-in`(_ kind: StoreKind) async throws {
    try await withUsers(kind) { store, users, _ in
      try await store.write { try $0.noteSignIn(of: users[1].id, at: moment(100)) }
      let query = UserQuery(applicationID: "shop", order: .lastSignInAt)
      #expect(try await read(query, store, limit: 3).first == users[1].id)
      var user = users[6]
      user.lastSignInAt = moment(200)
      try await store.write { [user] in try $0.update(user) }
      #expect(try await read(query, store, limit: 3).first == users[6].id)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the longest ban counts, and each owner changes its own`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let ban = UserBan(reason: awkwardText, bannedAt: moment(1), endsAt: moment(9))
      let brief = UserBan(reason: nil, bannedAt: moment(2), endsAt: moment(3), owner: "shop")
      let endless = UserBan(reason: nil, bannedAt: moment(2), endsAt: nil, owner: "shop")
      try await store.write { transaction in
        try transaction.insert(user)
        #expect(try transaction.ban(of: user.id) == nil)
        try transaction.setBan(ban, of: user.id)
        try transaction.setBan(brief, of: user.id)
        #expect(try transaction.ban(of: user.id) == ban)
        try transaction.setBan(endless, of: user.id)
        #expect(try transaction.ban(of: user.id) == endless)
        try transaction.removeBan(of: user.id, by: "game")
        #expect(try transaction.ban(of: user.id) == endless)
        try transaction.removeBan(of: user.id, by: "shop")
        #expect(try transaction.ban(of: user.id) == ban)
        #expect(try transaction.removeBans(of: user.id))
        #expect(try transaction.ban(of: user.id) == nil)
        #expect(try !transaction.removeBans(of: user.id))
      }
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.setBan(ban, of: try User.sample().id) }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a ban outlives its user, and is purged after its end`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let address = IdentityKey(kind: .email, identifier: "ada@example.com")
      let (first, second) = (
        try Identity.sample(of: user, key: address), try Identity.sample(of: user, key: .wallet)
      )
      let free = try Identity.sample(of: other, key: IdentityKey(kind: .email, identifier: "eve@example.com"))
      try await store.write { transaction in
        for user in [user, other] { try transaction.insert(user) }
        for identity in [first, second, free] { try transaction.insert(identity) }
        try transaction.setBan(UserBan(reason: nil, bannedAt: moment(1), endsAt: moment(9)), of: user.id)
        try transaction.deleteIdentity(first.id)
        for user in [user, other] { try transaction.deleteUser(user.id) }
      }
      func banned(at instant: Date) async throws -> [User.ID?] {
        try await store.read { snapshot in
          try [first, second, free].map { try snapshot.userBanned(with: $0.key, at: instant) }
        }
      }
      #expect(try await banned(at: moment(8)) == [user.id, user.id, nil])
      #expect(try await banned(at: moment(9)) == [nil, nil, nil])
      func purge(_ instant: Date, limit: Int) async throws -> Int {
        try await store.write { try $0.purgeBans(endedBefore: instant, limit: limit) }
      }
      #expect(try await purge(moment(9), limit: 25) == 0)
      #expect(try await banned(at: moment(8)) == [user.id, user.id, nil])
      // Two identities, then the ban.
      #expect(try await purge(moment(10), limit: 1) == 1)
      #expect(try await purge(moment(10), limit: 25) == 2)
      #expect(try await purge(moment(10), limit: 25) == 0)
      #expect(try await banned(at: moment(8)) == [nil, nil, nil])
      #expect(try await store.read { try $0.ban(of: user.id) } == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the bans of a removed application become the operator's`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let ban = UserBan(reason: "spam", bannedAt: moment(1), endsAt: nil, owner: "shop")
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.setBan(ban, of: user.id)
        try transaction.endApplication("shop", at: moment(2))
        try transaction.removeBan(of: user.id, by: "shop")
        #expect(
          try transaction.ban(of: user.id) == UserBan(reason: "spam", bannedAt: moment(1), endsAt: nil))
      }
    }
  }
}

import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Foundation
import Testing

/// Lists are read in parts, newest item first.
@Suite("Store contract: lists")
struct ListContractTests {
  /// Sessions of one user, newest first; several were opened in the same millisecond.
  private static func sessions(of user: User, _ count: Int) throws -> [Session] {
    try (0..<count).map { index in
      Session(
        id: try Session.ID(at: moment(0), random: .system), userID: user.id, applicationID: "default",
        carrier: .tokens,
        createdAt: moment(Int64(index / 3)), lastUsedAt: moment(Int64(-index)), expiresAt: moment(60_000),
        proofs: [], keySalt: [], client: ClientDescription())
    }.sorted { left, right in
      left.createdAt == right.createdAt
        ? right.id.bytes.lexicographicallyPrecedes(left.id.bytes) : left.createdAt > right.createdAt
    }
  }

  private func insert(_ sessions: [Session], of users: [User], _ store: any Store) async throws {
    try await store.write { transaction in
      for user in users { try transaction.insert(user) }
      for session in sessions.shuffled() { try transaction.insert(session) }
    }
  }

  @Test(arguments: StoreKind.allCases, [1, 2, 3, 10, 100])
  func `sessions that are read in parts appear once each, in order`(_ kind: StoreKind, _ limit: Int)
    async throws
  {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let sessions = try Self.sessions(of: user, 11)
      try await insert(sessions + [try Session.sample(of: other)], of: [user, other], store)
      var read: [Session] = []
      var position: ListPosition<Session>?
      repeat {
        let after = position
        let part = try await store.read {
          try $0.liveSessions(of: user.id, at: moment(0), lastingOnly: false, after: after, limit: limit)
        }
        #expect(part.count <= limit)
        read += part
        position = part.last?.position
      } while position != nil
      #expect(read == sessions)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a change between two parts neither hides nor repeats the other items`(_ kind: StoreKind) async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let sessions = try Self.sessions(of: user, 9)
      try await insert(sessions, of: [user], store)
      let first = try await store.read {
        try $0.liveSessions(of: user.id, at: moment(0), lastingOnly: false, after: nil, limit: 4)
      }
      let newcomer = Session(
        id: try Session.ID(at: moment(0), random: .system), userID: user.id, applicationID: "default",
        carrier: .tokens,
        createdAt: moment(100), lastUsedAt: moment(100), expiresAt: moment(60_000),
        proofs: [], keySalt: [], client: ClientDescription())
      try await store.write { transaction in
        try transaction.insert(newcomer)
        // The last session of the first part ends, and one that was not yet shown is used.
        var (ended, used) = (sessions[3], sessions[6])
        ended = ended.ended(at: moment(1))
        used.lastUsedAt = moment(200)
        try transaction.update(ended)
        try transaction.update(used)
      }
      let position = try #require(first.last?.position)
      let rest = try await store.read {
        try $0.liveSessions(of: user.id, at: moment(0), lastingOnly: false, after: position, limit: 100)
      }
      #expect(first.map(\.id) + rest.map(\.id) == sessions.map(\.id))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `identities that are read in parts appear once each, in order`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let identities = try (0..<7).map { index in
        try Identity.sample(
          of: user, key: IdentityKey(kind: .near, identifier: "a\(index).near", realm: "mainnet"),
          verifiedAt: moment(Int64(index / 2)))
      }
      let foreign = try Identity.sample(of: other, key: .wallet)
      try await store.write { transaction in
        for each in [user, other] { try transaction.insert(each) }
        for each in identities + [foreign] { try transaction.insert(each) }
      }
      var read: [Identity] = []
      var position: ListPosition<Identity>?
      repeat {
        let after = position
        let part = try await store.read { try $0.identities(of: user.id, after: after, limit: 3) }
        read += part
        position = part.last?.position
      } while position != nil
      #expect(read.count == 7)
      #expect(Set(read.map(\.id.text)) == Set(identities.map(\.id.text)))
      #expect(read.map(\.verifiedAt) == identities.map(\.verifiedAt).reversed())
    }
  }

  /// Each session is used at its creation or later.
  @Test(
    arguments: StoreKind.allCases,
    [
      [(0, 9), (1, 4), (2, 3), (3, 8), (5, 6)], [(0, 9), (1, 8), (2, 7), (3, 6), (4, 5)],
      [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)], [(0, 5), (1, 9), (2, 8), (4, 4), (6, 6)],
      [(0, 3), (1, 3), (2, 8), (3, 4), (4, 7)],
    ])
  func `one session above the limit ends the least recently used one`(
    _ kind: StoreKind, _ times: [(created: Int64, used: Int64)]
  ) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let sessions = try times.map {
        try Session.sample(of: user, createdAt: moment($0.created), lastUsedAt: moment($0.used))
      }
      try await insert(sessions.shuffled(), of: [user], store)
      #expect(
        try await store.write {
          try $0.endSessions(of: user.id, areBrief: false, leaving: 4, at: moment(20))
        } == 1)
      var ended: [Date] = []
      for session in sessions where try await store.read({ try $0.session(session.id)?.ending }) != nil {
        ended.append(session.lastUsedAt)
      }
      #expect(ended == [times.map { moment($0.used) }.min()])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the session limit ends the least recently used live sessions of this user only`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      // The order of use differs from the order of creation.
      let used = try [5, 1, 4, 2, 3].map { try Session.sample(of: user, lastUsedAt: moment($0)) }
      let expired = try Session.sample(of: user, lastUsedAt: moment(0), expiresAt: moment(10))
      let foreign = try Session.sample(of: other, lastUsedAt: moment(0))
      try await insert(used + [expired, foreign], of: [user, other], store)
      func end(leaving count: Int) async throws -> Int {
        try await store.write {
          try $0.endSessions(of: user.id, areBrief: false, leaving: count, at: moment(10))
        }
      }
      #expect(try await end(leaving: 5) == 0)
      #expect(try await end(leaving: 2) == 3)
      for session in used {
        let isLeft = session.lastUsedAt > moment(3)
        #expect(
          try await store.read { try $0.session(session.id)?.ending?.at } == (isLeft ? nil : moment(10)))
      }
      for session in [expired, foreign] {
        #expect(try await store.read { try $0.session(session.id) } == session)
      }
      #expect(try await end(leaving: 0) == 2)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the limit of sessions that cannot be refreshed ends only those, and the reverse`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let brief = try ([[], [.openID], [.userRead, .openID, .profile]] as [Set<Scope>]).map {
        try Session.sample(of: user, scopes: Scopes($0))
      }
      let lasting = [
        try Session.sample(of: user), try Session.sample(of: user, scopes: Scopes([.openID, .account])),
        try Session.sample(of: user, scopes: Scopes([.offlineAccess])),
        try Session.sample(of: user, scopes: Scopes([.openID, .offlineAccess, .userRead])),
      ]
      #expect(brief.allSatisfy(\.isBrief) && !lasting.contains(where: \.isBrief))
      try await insert(brief + lasting, of: [user], store)
      let listed = try await store.read {
        try $0.liveSessions(of: user.id, at: moment(0), lastingOnly: true, after: nil, limit: 100)
      }
      #expect(Set(listed.map(\.id)) == Set(lasting.map(\.id)))
      func end(_ areBrief: Bool, leaving count: Int) async throws -> Int {
        try await store.write {
          try $0.endSessions(of: user.id, areBrief: areBrief, leaving: count, at: moment(10))
        }
      }
      #expect(try await end(true, leaving: 1) == 2)
      #expect(try await end(false, leaving: 4) == 0)
      #expect(try await end(false, leaving: 1) == 3)
      #expect(try await end(true, leaving: 0) == 1)
    }
  }
}

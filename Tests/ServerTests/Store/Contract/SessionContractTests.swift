import DoorwardServer
import Foundation
import Testing

@Suite("Store contract: sessions")
struct SessionContractTests {
  @Test(arguments: StoreKind.allCases)
  func `a session comes back as it went in, with nothing set and with everything`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let bare = try Session.sample(of: user)
      let full = Session(
        id: try Session.ID(random: .system), userID: user.id, applicationID: awkwardText,
        carrier: .cookie, createdAt: moment(1), lastUsedAt: moment(2), expiresAt: moment(3),
        proofs: [
          try .sample(.near, provenAt: moment(4)),
          try .sample(SignInMethodName(rawValue: awkwardText), provenAt: moment(-1)),
        ], endedAt: moment(5), keySalt: [],
        refresh: RefreshState(
          counter: UInt64(Int64.max), rotatedAt: moment(6), idempotencyKeyHash: [0, 255]),
        client: ClientDescription(device: awkwardText, network: "2001:db8::1"),
        nearKey: NEARSessionKey(
          network: "mainnet", accountID: "alice.near", publicKey: "ed25519:…", confirmedAt: moment(7)))
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(bare)
        try transaction.insert(full)
      }
      #expect(try await store.read { try $0.session(bare.id) } == bare)
      #expect(try await store.read { try $0.session(full.id) } == full)
      #expect(try await store.write { try $0.lockedSession(full.id) } == full)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an update changes what may change, and sets it back to nothing`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let bare = try Session.sample(of: user)
      var session = bare
      session.lastUsedAt = moment(10)
      session.proofs = [try .sample(.near, provenAt: moment(11)), try .sample()]
      session.refresh = RefreshState(counter: 1, rotatedAt: moment(12), idempotencyKeyHash: [1])
      session.client = ClientDescription(device: "d", network: "n")
      session.nearKey = NEARSessionKey(
        network: "testnet", accountID: "a", publicKey: "k", confirmedAt: moment(13))
      let changed = session
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(bare)
        try transaction.update(changed)
      }
      #expect(try await store.read { try $0.session(bare.id) } == changed)
      try await store.write { try $0.update(bare) }
      #expect(try await store.read { try $0.session(bare.id) } == bare)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an ended session stays ended, whatever a late update says`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      let ended = try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
        let ended = try transaction.endSessions(of: user.id, except: nil, at: moment(1))
        try transaction.update(session)
        return ended
      }
      #expect(ended == 1)
      #expect(try await store.read { try $0.session(session.id)?.endedAt } == moment(1))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `live sessions are those neither ended nor expired`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let other = try User.sample()
      let live = [try Session.sample(of: user), try Session.sample(of: user)]
      var ended = try Session.sample(of: user)
      ended.endedAt = moment(4)
      let expiring = try Session.sample(of: user, expiresAt: moment(100))
      let all = live + [ended, expiring, try Session.sample(of: other)]
      try await store.write { transaction in
        for each in [user, other] { try transaction.insert(each) }
        for each in all { try transaction.insert(each) }
      }
      func liveOnes(at milliseconds: Int64) async throws -> Set<Session.ID> {
        let sessions = try await store.read {
          try $0.liveSessions(
            of: user.id, at: moment(milliseconds), lastingOnly: false, after: nil, limit: 100)
        }
        return Set(sessions.map(\.id))
      }
      let ids = live.map(\.id)
      #expect(try await liveOnes(at: 99) == Set(ids + [expiring.id]))
      // A session is dead at the very moment it expires.
      #expect(try await liveOnes(at: 100) == Set(ids))
      #expect(try await liveOnes(at: 60_000).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `ending sessions spares the one kept, the expired and everyone else's`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let other = try User.sample()
      let kept = try Session.sample(of: user)
      let ended = [try Session.sample(of: user), try Session.sample(of: user)]
      let expired = try Session.sample(of: user, expiresAt: moment(5))
      let foreign = try Session.sample(of: other)
      try await store.write { transaction in
        for each in [user, other] { try transaction.insert(each) }
        for each in ended + [kept, expired, foreign] { try transaction.insert(each) }
      }
      let count = try await store.write { try $0.endSessions(of: user.id, except: kept.id, at: moment(5)) }
      #expect(count == 2)
      for each in ended { #expect(try await store.read { try $0.session(each.id) }?.endedAt == moment(5)) }
      for each in [kept, expired, foreign] {
        #expect(try await store.read { try $0.session(each.id) } == each)
      }
      #expect(try await store.write { try $0.endSessions(of: user.id, except: nil, at: moment(6)) } == 1)
      #expect(try await store.write { try $0.endSessions(of: user.id, except: nil, at: moment(7)) } == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `of 100 refreshes of one counter at once, exactly one finds it unused`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
      }
      let rotations = await together(100) { _ in
        try await store.write { transaction -> Bool in
          guard var held = try transaction.lockedSession(session.id), held.refresh.counter == 0 else {
            return false
          }
          held.refresh.counter += 1
          try transaction.update(held)
          return true
        }
      }
      #expect(try rotations.map { try $0.get() }.filter { $0 }.count == 1)
      #expect(try await store.read { try $0.session(session.id)?.refresh.counter } == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a session without its user is missing, twice a conflict, out of range malformed`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      var beyond = session
      beyond.refresh.counter = .max
      let unreachable = beyond
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.insert(session) } }
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(session) } }
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
      }
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(session) } }
      await #expect(throws: StoreError(.malformed, "")) {
        try await store.write { try $0.update(unreachable) }
      }
    }
  }
}

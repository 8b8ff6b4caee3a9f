import DoorwardServer
import DoorwardServerRules
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Store contract: sessions")
struct SessionContractTests {
  @Test(arguments: StoreKind.allCases)
  func `a session is read exactly as it was stored, with no optional value and with all of them`(
    _ kind: StoreKind
  )
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let bare = try Session.sample(of: user)
      let full = Session(
        id: try Session.ID(at: moment(0), random: .system), userID: user.id, applicationID: awkwardText,
        carrier: .cookie, createdAt: moment(1), lastUsedAt: moment(2), expiresAt: moment(3),
        proofs: [
          try .sample(.near, provenAt: moment(4), evidence: ["key": "ed25519:…", "at": 7]),
          try .sample(SignInMethodName(rawValue: awkwardText), provenAt: moment(-1)),
          SessionProof(
            identity: nil, method: SignInMethodName(rawValue: "otp"), assurance: .none, provenAt: moment(6)),
        ], ending: SessionEnding(at: moment(5), reason: .replaced), keySalt: [],
        refresh: RefreshRotation(
          counter: UInt64(Int64.max), rotatedAt: moment(6), keyHash: [0, 255]),
        client: ClientDescription(device: awkwardText, network: "2001:db8::1"))
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
  func `an update changes every variable member, also back to nil`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let bare = try Session.sample(of: user)
      var session = bare
      session.lastUsedAt = moment(10)
      session.proofs = [try .sample(.near, provenAt: moment(11), evidence: ["key": "k"]), try .sample()]
      session.refresh = RefreshRotation(counter: 1, rotatedAt: moment(12), keyHash: [1])
      session.client = ClientDescription(device: "d", network: "n")
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
  func `users who have used a session since a moment are counted once`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let before = try await store.read { try $0.countOfActiveUsers(since: moment(100)) }
      let users = try (0..<3).map { _ in try User.sample() }
      try await store.write { transaction in
        for user in users { try transaction.insert(user) }
        for (user, used) in [(0, 50), (0, 150), (0, 200), (1, 101), (2, 100)] {
          var session = try Session.sample(of: users[user])
          session.lastUsedAt = moment(Int64(used))
          try transaction.insert(session)
        }
        // A session that has ended since was used.
        try transaction.endSessions(of: users[1].id, except: nil, because: .signedOut, at: moment(300))
      }
      #expect(try await store.read { try $0.countOfActiveUsers(since: moment(100)) } - before == 2)
      #expect(try await store.read { try $0.countOfActiveUsers(since: moment(99)) } - before == 3)
      #expect(try await store.read { try $0.countOfActiveUsers(since: moment(400)) } == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an ended session stays ended after a late update`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      let ended = try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
        let ended = try transaction.endSessions(of: user.id, except: nil, because: .signedOut, at: moment(1))
        try transaction.update(session)
        return ended
      }
      #expect(ended == 1)
      #expect(try await store.read { try $0.session(session.id)?.ending?.at } == moment(1))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a session ends once, with its reason, and never after it has expired`(_ kind: StoreKind) async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      let expired = try Session.sample(of: user, expiresAt: moment(5))
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
        try transaction.insert(expired)
      }
      func end(_ id: Session.ID, _ reason: SessionEnding.Reason, at milliseconds: Int64) async throws -> Bool
      {
        try await store.write { try $0.end(id, because: reason, at: moment(milliseconds)) }
      }
      #expect(try await end(session.id, .replaced, at: 5))
      #expect(try await end(session.id, .signedOut, at: 6) == false)
      #expect(try await end(expired.id, .signedOut, at: 5) == false)
      #expect(try await end(Session.ID(at: moment(0), random: .system), .signedOut, at: 5) == false)
      let read = try await store.read { try $0.session(session.id) }
      #expect(read == session.ended(at: moment(5), because: .replaced))
      #expect(try await store.read { try $0.session(expired.id) } == expired)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a refresh changes the state of the tokens and the last use only`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      var changed = session
      changed.lastUsedAt = moment(10)
      changed.refresh = RefreshRotation(counter: 3, rotatedAt: moment(9), keyHash: [7])
      var offered = changed
      offered.proofs = []
      offered.client = ClientDescription(device: "another", network: "another")
      let update = offered
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
        try transaction.updateRefresh(of: update)
      }
      #expect(try await store.read { try $0.session(session.id) } == changed)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `live sessions are neither ended nor expired`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let other = try User.sample()
      let live = [try Session.sample(of: user), try Session.sample(of: user)]
      var ended = try Session.sample(of: user)
      ended = ended.ended(at: moment(4))
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
      // A session is no longer live at the moment of its expiry.
      #expect(try await liveOnes(at: 100) == Set(ids))
      #expect(try await liveOnes(at: 60_000).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `ending the other sessions keeps the given one, expired ones and those of other users`(
    _ kind: StoreKind
  )
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
      let count = try await store.write {
        try $0.endSessions(of: user.id, except: kept.id, because: .endedByUser, at: moment(5))
      }
      #expect(count == 2)
      for each in ended { #expect(try await store.read { try $0.session(each.id) }?.ending?.at == moment(5)) }
      for each in [kept, expired, foreign] {
        #expect(try await store.read { try $0.session(each.id) } == each)
      }
      #expect(
        try await store.write {
          try $0.endSessions(of: user.id, except: nil, because: .signedOut, at: moment(6))
        } == 1)
      #expect(
        try await store.write {
          try $0.endSessions(of: user.id, except: nil, because: .signedOut, at: moment(7))
        } == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `live sessions of all users end in parts`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let users = [try User.sample(), try User.sample()]
      let live = try users.flatMap { [try Session.sample(of: $0), try Session.sample(of: $0)] }
      let expired = try Session.sample(of: users[0], expiresAt: moment(5))
      let ended = try Session.sample(of: users[1])
      try await store.write { transaction in
        for user in users { try transaction.insert(user) }
        for session in live + [expired, ended] { try transaction.insert(session) }
        try transaction.end(ended.id, because: .signedOut, at: moment(2))
      }
      func end() async throws -> Int {
        try await store.write { try $0.endSessions(limit: 3, because: .endedByOperator, at: moment(5)) }
      }
      #expect(try await [end(), end(), end()] == [3, 1, 0])
      for session in live {
        let ending = try await store.read { try $0.session(session.id) }?.ending
        #expect(ending == SessionEnding(at: moment(5), reason: .endedByOperator))
      }
      #expect(try await store.read { try $0.session(expired.id) } == expired)
      #expect(try await store.read { try $0.session(ended.id) }?.ending?.reason == .signedOut)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `of 100 parallel refreshes with one counter, exactly one finds it unused`(_ kind: StoreKind)
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
  func
    `a session without its user is missing, a second insert is a conflict, a value out of range is malformed`(
      _ kind: StoreKind
    ) async throws
  {
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

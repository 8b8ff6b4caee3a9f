import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: challenges and the purge")
struct ChallengeContractTests {
  @Test(arguments: StoreKind.allCases)
  func `of 100 parallel uses of one challenge, exactly one spends it`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let challenge = try newChallenge()
      let spends = await together(100) { _ in
        try await store.write { try $0.spend(challenge, until: moment(300_000)) }
      }
      #expect(try spends.map { try $0.get() }.filter { $0 }.count == 1)
      #expect(try await store.write { try $0.spend(challenge, until: moment(300_000)) } == false)
      let other = try newChallenge()
      #expect(try await store.write { try $0.spend(other, until: moment(300_000)) })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a spend is undone if its transaction is, and counts within the transaction`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let challenge = try newChallenge()
      await #expect(throws: Refusal()) {
        try await store.write { transaction in
          guard try transaction.spend(challenge, until: moment(0)) else { return }
          throw Refusal()
        }
      }
      let twice = try await store.write { transaction in
        try (0..<2).map { _ in try transaction.spend(challenge, until: moment(0)) }
      }
      #expect(twice == [true, false])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a challenge that is not 128 bits is refused`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      for bytes in [[], [UInt8](repeating: 1, count: 15), [UInt8](repeating: 1, count: 17)] {
        await #expect(throws: StoreError(.malformed, "")) {
          try await store.write { try $0.spend(ChallengeID(bytes: bytes), until: moment(0)) }
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the purge deletes all obsolete rows and no other`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let past = try newChallenge()
      let present = try newChallenge()
      let user = try User.sample()
      let live = try Session.sample(of: user)
      let expired = try Session.sample(of: user, expiresAt: moment(9))
      let expiring = try Session.sample(of: user, expiresAt: moment(10))
      var ended = try Session.sample(of: user)
      ended = ended.ended(at: moment(9))
      var ending = try Session.sample(of: user)
      ending = ending.ended(at: moment(10))
      // This session was ended after its expiry, and its expiry counts.
      var endedLate = try Session.sample(of: user, expiresAt: moment(1))
      endedLate = endedLate.ended(at: moment(50))
      let kept = [live, expiring, ending]
      let gone = [expired, ended, endedLate]
      try await store.write { transaction in
        _ = try transaction.spend(past, until: moment(9))
        _ = try transaction.spend(present, until: moment(10))
        try transaction.insert(user)
        for each in kept + gone { try transaction.insert(each) }
      }
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 100) } == 4)
      for each in kept { #expect(try await store.read { try $0.session(each.id) } == each) }
      for each in gone { #expect(try await store.read { try $0.session(each.id) } == nil) }
      #expect(try await store.read { try $0.user(user.id) } == user)
      #expect(try await store.write { try $0.spend(present, until: moment(10)) } == false)
      #expect(try await store.write { try $0.spend(past, until: moment(10)) })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the purge deletes no more rows than its limit, and returns the number`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      let challenges = try (0..<5).map { _ in try newChallenge() }
      let sessions = try (0..<5).map { _ in try Session.sample(of: user, expiresAt: moment(1)) }
      try await store.write { transaction in
        try transaction.insert(user)
        for each in challenges { _ = try transaction.spend(each, until: moment(1)) }
        for each in sessions { try transaction.insert(each) }
      }
      var counts: [Int] = []
      for limit in [0, -1, .min, 3, 4, 100, 100] {
        counts.append(try await store.write { try $0.purge(before: moment(2), limit: limit) })
      }
      #expect(counts == [0, 0, 0, 3, 4, 3, 0])
    }
  }
}

/// An error that only the body of a transaction throws.
struct Refusal: Error, Equatable {}

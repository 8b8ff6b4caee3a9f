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
      #expect(try await store.write { try $0.purge(before: moment(10), limit: 100) } == 0)
    }
  }

  /// The record of the use of a challenge, which a purge removes.
  enum Record: CaseIterable {
    case spend
    case guesses
  }

  @Test(arguments: StoreKind.allCases, Record.allCases)
  func `a challenge whose record was removed is not unused after the clock was set back`(
    _ kind: StoreKind, _ record: Record
  ) async throws {
    try await kind.withStore { store in
      let (lifetime, day) = (Int64(300_000), Int64(86_400_000))
      let used = try newChallenge()
      let subject = GuessSubject(bytes: [UInt8](repeating: 1, count: 32))
      try await store.write { transaction in
        switch record {
        case .spend: _ = try transaction.spend(used, until: moment(lifetime))
        case .guesses:
          try transaction.keep(
            GuessCount(count: 5, lastAt: moment(lifetime - 1), expiresAt: moment(lifetime)), of: subject)
        }
      }
      // The clock jumps a day ahead. Users sign in, and their challenges are removed too.
      #expect(try await store.write { try $0.purge(before: moment(day), limit: 100) } == 1)
      let ahead = try newChallenge(at: moment(day))
      #expect(try await store.write { try $0.spend(ahead, until: moment(day + lifetime)) })
      #expect(try await store.write { try $0.purge(before: moment(day + 2 * lifetime), limit: 100) } == 1)
      // The clock is set back.
      for (challenge, issue) in [(used, 0), (ahead, day)] {
        #expect(try await !store.write { try $0.spend(challenge, until: moment(issue + lifetime)) })
      }
      for issue in [lifetime, day / 2, day - 2 * lifetime, day + 3 * lifetime] {
        let fresh = try newChallenge(at: moment(issue))
        #expect(try await store.write { try $0.spend(fresh, until: moment(issue + lifetime)) })
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a challenge that lives longer than removed ones can be spent`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (brief, long) = (try newChallenge(at: moment(1)), try newChallenge())
      #expect(try await store.write { try $0.spend(brief, until: moment(300_000)) })
      #expect(try await store.write { try $0.purge(before: moment(900_000), limit: 100) } == 1)
      #expect(try await store.write { try $0.spend(long, until: moment(3_600_000)) })
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

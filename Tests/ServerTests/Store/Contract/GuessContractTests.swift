import DoorwardStore
import Testing

@Suite("Store contract: guesses")
struct GuessContractTests {
  @Test("The store has guesses until those of every subject are forgotten", arguments: StoreKind.allCases)
  func forgotten(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let subjects = (0..<2).map {
        GuessSubject(bytes: [UInt8](repeating: $0, count: GuessSubject.length))
      }
      let count = GuessCount(count: 1, lastAt: moment(0), expiresAt: moment(60_000))
      #expect(try await store.read { try $0.hasGuesses() } == false)
      try await store.write { transaction in
        for subject in subjects { try transaction.keep(count, of: subject) }
      }
      try await store.write { try $0.forgetGuesses(of: subjects[0]) }
      #expect(try await store.read { try $0.hasGuesses() })
      #expect(try await store.read { try $0.guesses(of: subjects[1]) } == count)
      try await store.write { try $0.forgetGuesses(of: subjects[1]) }
      #expect(try await store.read { try $0.hasGuesses() } == false)
    }
  }
}

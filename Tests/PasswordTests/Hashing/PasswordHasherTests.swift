import DoorwardPasswords
import Foundation
import Testing

@Suite("Hashes of the store")
struct PasswordHasherTests {
  @Test func rightPasswordIsAcceptedAndOthersAreNot() throws {
    let hasher = try fastHasher()
    let stored = try hasher.hash(entered("correct horse battery"))
    #expect(
      try hasher.verify(entered("correct horse battery"), against: stored) == .right(needsRehash: false))
    #expect(try hasher.verify(entered("correct horse batterz"), against: stored) == .wrong)
    #expect(try hasher.verify(entered("Correct horse battery"), against: stored) == .wrong)
  }

  @Test func equalPasswordsHaveDifferentHashes() throws {
    let hasher = try fastHasher()
    #expect(
      try hasher.hash(entered("correct horse battery")) != hasher.hash(entered("correct horse battery")))
  }

  @Test func storedTextNamesParametersAndPepperAndNoPassword() throws {
    let stored = try fastHasher().hash(entered("correct horse battery"))
    #expect(stored.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1,keyid="))
    #expect(!stored.contains("correct"))
  }

  @Test func composedAndDecomposedCharactersAreTheSamePassword() throws {
    let hasher = try fastHasher()
    let stored = try hasher.hash(entered("pa\u{E9}sword\u{3000}long"))
    #expect(
      try hasher.verify(entered("pae\u{301}sword long"), against: stored) == .right(needsRehash: false))
  }

  @Test func changedParametersAskForRehash() throws {
    let stored = try fastHasher().hash(entered("correct horse battery"))
    let stronger = PasswordHasher(
      parameters: try HashParameters(kibibytes: 20_000, passes: 3),
      peppers: try PepperRing(current: pepper(1)))
    #expect(
      try stronger.verify(entered("correct horse battery"), against: stored) == .right(needsRehash: true))
    #expect(try stronger.verify(entered("another password"), against: stored) == .wrong)
  }

  @Test func rotatedPepperAsksForRehash() throws {
    let stored = try fastHasher(1).hash(entered("correct horse battery"))
    let rotated = try fastHasher(2, previous: [1])
    #expect(
      try rotated.verify(entered("correct horse battery"), against: stored) == .right(needsRehash: true))
    #expect(throws: PasswordHashError(.unknownPepper, "")) {
      try fastHasher(2).verify(entered("correct horse battery"), against: stored)
    }
  }

  @Test func hashWithoutPepperIsNotTheHashOfTheStore() throws {
    let stored = try fastHasher().hash(entered("correct horse battery"))
    let keyID = try #require(stored.firstRange(of: #/,keyid=[^$]*/#))
    let unkeyed = stored.replacingCharacters(in: keyID)
    // Without the pepper, a database thief could test passwords: the plain Argon2 hash must not match.
    #expect(try fastHasher().verify(entered("correct horse battery"), against: unkeyed) == .wrong)
  }

  /// Case 8 of the threats. The processor time of the thread does not depend on other work of the machine, and the limit
  /// is generous: without the hash, the time would be thousands of times shorter.
  @Test func unknownUserCostsAHash() throws {
    let hasher = try fastHasher()
    let password = try entered("wrong horse battery")
    let stored = try hasher.hash(entered("correct horse battery"))
    let known = try Self.processorTime { _ = try hasher.verify(password, against: stored) }
    let unknown = try Self.processorTime {
      let result = try hasher.verifyWithoutUser(password)
      #expect(result == .wrong)
    }
    #expect(unknown * 10 > known && known * 10 > unknown)
  }

  private static func processorTime(_ body: () throws -> Void) rethrows -> Int {
    func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = now()
    try body()
    return now() - start
  }

  @Test func pepperNeeds32BytesAndOccursOnce() throws {
    #expect(throws: PasswordHashError(.invalidPepper, "")) { try Pepper(key: [1, 2, 3]) }
    #expect(throws: PasswordHashError(.invalidPepper, "")) {
      try PepperRing(current: pepper(1), previous: [pepper(1)])
    }
    #expect(try pepper(1).id.count == 8)
    #expect(try pepper(1).id != pepper(2).id)
  }

  @Test(arguments: [(19_455, 2), (19_456, 1), (0, 0), (-1, 2)])
  func parametersBelowTheFloorAreRefused(kibibytes: Int, passes: Int) {
    #expect(throws: PasswordHashError(.weakParameters, "")) {
      try HashParameters(kibibytes: kibibytes, passes: passes)
    }
  }

  @Test func passwordsAreNotPrinted() throws {
    let password = try entered("correct horse battery")
    var dumped = ""
    dump(password, to: &dumped)
    dump(password.prepared, to: &dumped)
    #expect(!"\(password) \(String(reflecting: password)) \(dumped)".contains("correct"))
  }

  @Test func hashesRunAtTheSameTime() async throws {
    let hasher = try fastHasher()
    let stored = try hasher.hash(entered("correct horse battery"))
    let results = try await withThrowingTaskGroup(of: PasswordVerification.self) { group in
      for number in 0..<8 {
        let text = number.isMultiple(of: 2) ? "correct horse battery" : "wrong \(number)"
        group.addTask { try hasher.verify(entered(text), against: stored) }
      }
      return try await group.reduce(into: [PasswordVerification]()) { $0.append($1) }
    }
    #expect(results.count { $0 == .right(needsRehash: false) } == 4)
    #expect(results.count { $0 == .wrong } == 4)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>) -> String {
    var copy = self
    copy.removeSubrange(range)
    return copy
  }
}

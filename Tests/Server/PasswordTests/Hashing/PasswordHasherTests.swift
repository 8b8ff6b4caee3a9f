import DoorwardOpenSSL
import Testing

@testable import DoorwardPasswords

@Suite("Hashes of the store")
struct PasswordHasherTests {
  @Test func rightPasswordIsAcceptedAndOthersAreNot() async throws {
    let hasher = try fastHasher()
    let stored = try await hasher.hash(new: "correct horse battery")
    #expect(try hasher.verify("correct horse battery", against: stored).isCurrent)
    #expect(try hasher.verify("correct horse batterz", against: stored) == .failed)
    #expect(try hasher.verify("Correct horse battery", against: stored) == .failed)
  }

  @Test func equalPasswordsHaveDifferentHashes() async throws {
    let hasher = try fastHasher()
    #expect(
      try await hasher.hash(new: "correct horse battery") != hasher.hash(new: "correct horse battery"))
  }

  @Test func storedTextNamesParametersAndPepperAndNoPassword() async throws {
    let stored = try await fastHasher().hash(new: "correct horse battery")
    #expect(stored.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1,keyid="))
    #expect(!stored.text.contains("correct"))
  }

  @Test func composedAndDecomposedCharactersAreTheSamePassword() async throws {
    let hasher = try fastHasher()
    let stored = try await hasher.hash(new: "pa\u{E9}sword\u{3000}long")
    #expect(try hasher.verify("pae\u{301}sword long", against: stored).isCurrent)
  }

  @Test func replacementHasTheCurrentParametersAndTheSamePassword() async throws {
    let stored = try await fastHasher().hash(new: "correct horse battery")
    let stronger = PasswordHasher(
      parameters: try HashParameters(kibibytes: 20_000, passes: 3), peppers: try ring())
    let replacement = try #require(stronger.verify("correct horse battery", against: stored).replacement)
    #expect(replacement.text.hasPrefix("$argon2id$v=19$m=20000,t=3,p=1,keyid="))
    #expect(try stronger.verify("correct horse battery", against: replacement).isCurrent)
    #expect(try stronger.verify("another password", against: replacement) == .failed)
    #expect(try stronger.verify("another password", against: stored) == .failed)
  }

  @Test func replacementHasTheCurrentPepper() async throws {
    let stored = try await fastHasher(1).hash(new: "correct horse battery")
    let rotated = try fastHasher(2, previous: [1])
    let replacement = try #require(rotated.verify("correct horse battery", against: stored).replacement)
    #expect(try fastHasher(2).verify("correct horse battery", against: replacement).isCurrent)
    #expect(
      try fastHasher(2).verify("correct horse battery", against: stored)
        == .unverifiable(PasswordHashError(.unknownPepper, "")))
  }

  /// The bounds are for hashes of other systems. A hash of this server stays valid when the operator lowers the
  /// parameters.
  @Test func hashAboveTheBoundsOfImportsStaysValid() async throws {
    let strong = PasswordHasher(
      parameters: try HashParameters(kibibytes: 40_000, passes: 4), peppers: try ring())
    let stored = try await strong.hash(new: "correct horse battery")
    var bounds = HashBounds()
    bounds.kibibytes = 20_000
    bounds.writtenKibibytes = 40_000
    let weaker = PasswordHasher(peppers: try ring(), bounds: bounds)
    #expect(try weaker.verify("correct horse battery", against: stored).replacement != nil)
    #expect(try weaker.verify("another password", against: stored) == .failed)
  }

  @Test func hashWithoutPepperIsNotTheHashOfTheStore() async throws {
    let stored = try await fastHasher().hash(new: "correct horse battery").text
    let keyID = try #require(stored.firstRange(of: #/,keyid=[^$]*/#))
    let plain = try ImportedHash(stored.replacingCharacters(in: keyID))
    // A plain Argon2 hash would let an attacker with the database test passwords.
    #expect(
      try fastHasher().verify("correct horse battery", against: fastHasher().seal(plain)) == .failed)
  }

  @Test func pepperNeeds32BytesAndOccursOnce() throws {
    #expect(throws: PasswordHashError(.invalidPepper, "")) {
      try Pepper(key: [1, 2, 3], context: OpenSSLContext())
    }
    #expect(throws: PasswordHashError(.invalidPepper, "")) { try ring(1, previous: [1]) }
    #expect(try pepper(1).id.count == 8)
    #expect(try pepper(1).id != pepper(2).id)
  }

  @Test(arguments: [(19_455, 2), (19_456, 1), (0, 0), (-1, 2)])
  func parametersBelowTheFloorAreRefused(kibibytes: Int, passes: Int) {
    #expect(throws: PasswordHashError(.weakParameters, "")) {
      try HashParameters(kibibytes: kibibytes, passes: passes)
    }
  }

  @Test(arguments: [(1_048_577, 2), (19_456, 65)])
  func parametersAboveTheCeilingAreRefused(kibibytes: Int, passes: Int) {
    #expect(throws: PasswordHashError(.excessiveParameters, "")) {
      try HashParameters(kibibytes: kibibytes, passes: passes)
    }
  }

  @Test func passwordsAndHashesAreNotPrinted() async throws {
    let stored = try await fastHasher().hash(new: "correct horse battery")
    for value: any Sendable in [
      try entered("correct horse battery"), try await newPassword("correct horse battery"),
      try digest("correct horse battery"), stored, PasswordVerification.matched(replacement: stored),
    ] {
      var dumped = ""
      dump(value, to: &dumped)
      let printed = "\(value) \(String(reflecting: value)) \(dumped)"
      #expect(!printed.contains("correct") && !printed.contains("argon2") && !printed.contains("bytes"))
    }
  }

  @Test func hashesRunAtTheSameTime() async throws {
    let hasher = try fastHasher()
    let stored = try await hasher.hash(new: "correct horse battery")
    let results = try await withThrowingTaskGroup(of: PasswordVerification.self) { group in
      for number in 0..<8 {
        let text = number.isMultiple(of: 2) ? "correct horse battery" : "wrong \(number)"
        group.addTask { try hasher.verify(text, against: stored) }
      }
      return try await group.reduce(into: [PasswordVerification]()) { $0.append($1) }
    }
    #expect(results.count { $0.isCurrent } == 4)
    #expect(results.count { $0 == .failed } == 4)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>) -> String {
    var copy = self
    copy.removeSubrange(range)
    return copy
  }
}

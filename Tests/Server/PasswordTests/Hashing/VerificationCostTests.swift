import Foundation
import Sampling
import Testing

@testable import DoorwardPasswords

/// Case 8 of the threats: the time of an answer does not tell which users exist.
///
/// The limits are generous. A missing hash would be visible: it is nearly all of the time.
@Suite("Cost of verifying a password")
struct VerificationCostTests {
  private static let bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"

  /// The processor time of a verification that fails, in nanoseconds.
  ///
  /// It is the least of several: the first use of memory, and other work of the machine, make some of them longer.
  private func cost(
    _ hasher: PasswordHasher, _ password: String, _ stored: StoredHash?, isReadable: Bool = true
  ) throws -> Int {
    try (0..<5).map { _ in
      try costOnce(hasher, password, stored, isReadable: isReadable)
    }.min() ?? 0
  }

  private func costOnce(
    _ hasher: PasswordHasher, _ password: String, _ stored: StoredHash?, isReadable: Bool
  ) throws -> Int {
    let start = Self.threadTime
    let result = try hasher.verify(password, against: stored)
    let end = Self.threadTime
    if isReadable {
      #expect(result == .failed)
    } else if case .unverifiable = result {
    } else {
      Issue.record("The hash must not be readable.")
    }
    return end - start
  }

  private static var threadTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// The cost of a wrong password for a user with a current hash.
  private func currentCost(_ hasher: PasswordHasher) async throws -> Int {
    try cost(hasher, "wrong horse battery", await hasher.hash(new: "correct horse battery"))
  }

  @Test func unknownUserCostsACurrentHash() async throws {
    let hasher = try fastHasher()
    let current = try await currentCost(hasher)
    let unknown = try cost(hasher, "wrong horse battery", nil)
    #expect(unknown * 3 > current && current * 3 > unknown)
  }

  @Test(arguments: [
    "", "unreadable", "$argon2id$v=19$m=19456,t=2,p=1,keyid=AAAAAAAAAAA$c29tZXNhbHQ$nf65EOgLrQMR", bcrypt,
    "$argon2id$v=19$m=256,t=2,p=1,keyid=AAAAAAAAAAA$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$sealed$keyid=AAAAAAAAAAA$AAAA",
  ])
  func unreadableHashCostsACurrentHash(text: String) async throws {
    let hasher = try fastHasher()
    let current = try await currentCost(hasher)
    let unreadable = try cost(hasher, "wrong horse battery", StoredHash(text), isReadable: false)
    #expect(unreadable * 3 > current && current * 3 > unreadable)
  }

  @Test(arguments: ["U*V", "U*U\0anything", "\u{FFFF}"])
  func importedHashCostsACurrentHashInAddition(password: String) async throws {
    let hasher = try fastHasher()
    let current = try await currentCost(hasher)
    let sealed = try hasher.seal(ImportedHash(Self.bcrypt, bounds: .anyCost))
    let imported = try cost(hasher, password, sealed)
    #expect(imported * 3 > current)
  }

  @Test func hashWithLowerParametersCostsACurrentHashInAddition() async throws {
    let stored = try await fastHasher().hash(new: "correct horse battery")
    let strong = PasswordHasher(
      parameters: try HashParameters(kibibytes: 19_456, passes: 40), peppers: try ring())
    let current = try await currentCost(strong)
    let old = try cost(strong, "wrong horse battery", stored)
    #expect(old * 3 > current && current * 3 > old)
  }

  @Test(
    .takesLong("Each case computes 15 hashes, beside other tests that do."),
    arguments: ["\0", "tab\tin the password", "\u{202E}", String(repeating: "\u{301}", count: 2000)])
  func passwordThatCannotBePreparedCostsACurrentHash(password: String) async throws {
    let hasher = try fastHasher()
    let stored = try await hasher.hash(new: "correct horse battery")
    let current = try await currentCost(hasher)
    let refused = try cost(hasher, password, stored)
    #expect(refused * 3 > current && current * 3 > refused)
  }

  /// The bcrypt computation is not left out for a password with a zero byte, which bcrypt cannot have.
  @Test func zeroByteCostsABcryptHash() throws {
    let cost12 = "$2b$12$" + Self.bcrypt.dropFirst(7)
    let hasher = try fastHasher()
    let sealed = try hasher.seal(ImportedHash(cost12))
    let plain = try cost(hasher, "U*V", sealed)
    let zero = try cost(hasher, "U*V\0", sealed)
    #expect(zero * 2 > plain)
  }
}

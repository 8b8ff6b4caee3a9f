import DoorwardSodium
import Testing
import VectorFiles

@testable import DoorwardPasswords

@Suite("Argon2 vectors of the reference implementation")
struct Argon2VectorTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var password: String
    var encoded: String
    var testDescription: String { encoded }
  }

  private static var bounds: HashBounds {
    var bounds = HashBounds.anyCost
    bounds.kibibytes = 262_144
    return bounds
  }

  @Test(arguments: try vectorCases("passwords/argon2.json", as: Vector.self))
  func rightPasswordIsAcceptedAndOthersAreNot(vector: Vector) throws {
    let hash = try ImportedHash(vector.encoded, bounds: Self.bounds)
    #expect(try hash.isValid(WipedBytes(vector.password.utf8)))
    #expect(try !hash.isValid(WipedBytes((vector.password + "x").utf8)))
    #expect(try !hash.isValid(WipedBytes([])))
  }

  @Test func hashOfThisLibraryHasTheStandardForm() throws {
    let text = try Argon2.hash(WipedBytes("secret".utf8), kibibytes: 64, passes: 3)
    #expect(text.hasPrefix("$argon2id$v=19$m=64,t=3,p=1$"))
    #expect(try Argon2.isValid(WipedBytes("secret".utf8), for: text, variant: .id))
    #expect(try !Argon2.isValid(WipedBytes("Secret".utf8), for: text, variant: .id))
    // A hash of the other variant is not accepted under this variant's name.
    #expect(throws: Argon2.Failure.notAccepted) {
      try Argon2.isValid(WipedBytes("secret".utf8), for: text, variant: .i)
    }
  }

  @Test(arguments: [(7, 1), (8, 0), (-1, 1), (Int.max, 1), (8, Int.max)])
  func parametersOutOfRangeAreRefused(kibibytes: Int, passes: Int) {
    #expect(throws: Argon2.Failure.notAccepted) {
      try Argon2.hash(WipedBytes("secret".utf8), kibibytes: kibibytes, passes: passes)
    }
  }
}

import Encodings
import Foundation
import Testing

@testable import DoorwardPasswords

@Suite("Imported hashes in the store")
struct SealedHashTests {
  private static let bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
  private static let signerKey =
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
  private static let firebase =
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=\(signerKey)$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="

  private func hasParts(of secret: String, _ text: String) throws -> Bool {
    // The text itself, and the bytes that its base64 segments encode.
    let segments = text.split(separator: "$").compactMap { try? Base64.decode(padded(String($0))) }
    return ([Array(text.utf8)] + segments).contains { bytes in
      String(decoding: bytes, as: UTF8.self).contains(secret)
    }
  }

  private func padded(_ text: String) -> String {
    text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  @Test func storedTextHidesTheHash() throws {
    let stored = try fastHasher().seal(ImportedHash(Self.bcrypt, bounds: .anyCost))
    #expect(stored.text.hasPrefix("$sealed$keyid="))
    #expect(try !hasParts(of: "CCCCCCCC", stored.text))
    #expect(try fastHasher().seal(ImportedHash(Self.bcrypt, bounds: .anyCost)) != stored)
  }

  @Test func storedTextNeedsItsPepper() throws {
    let stored = try fastHasher(1).seal(ImportedHash(Self.bcrypt, bounds: .anyCost))
    #expect(
      try fastHasher(2).verify("U*U", against: stored)
        == .unverifiable(PasswordHashError(.unknownPepper, "")))
    #expect(try fastHasher(2, previous: [1]).verify("U*U", against: stored).replacement != nil)
  }

  @Test func hashThatIsNotSealedIsNotVerified() throws {
    #expect(
      try fastHasher().verify("U*U", against: StoredHash(Self.bcrypt))
        == .unverifiable(PasswordHashError(.malformedHash, "")))
    let argon2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
    #expect(
      try fastHasher().verify("password", against: StoredHash(argon2))
        == .unverifiable(PasswordHashError(.malformedHash, "")))
  }

  @Test func changedAndTruncatedTextsAreNotOpened() throws {
    let peppers = try ring()
    let bytes = Array(try SealedText.seal(Self.firebase, peppers).utf8)
    #expect(try SealedText.open(String(decoding: bytes, as: UTF8.self), peppers) == Self.firebase)
    for place in bytes.indices {
      var changed = bytes
      changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      for bytes in [changed, Array(bytes[..<place])] {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(throws: PasswordHashError.self) { try SealedText.open(text, peppers) }
      }
    }
  }

  @Test func hashOfFirebaseIsVerifiedWithoutItsProject() throws {
    let project = try FirebaseScryptProject(
      signerKey: Self.signerKey, saltSeparator: "Bw==", rounds: 8, memoryCost: 14)
    let hash = try #require(
      try ImportedHash(
        firebaseUser: [
          "salt": "42xEC+ixf3L2lw==",
          "passwordHash":
            "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
        ], project))
    #expect(try hash.text == ImportedHash(Self.firebase).text)
    let stored = try fastHasher().seal(hash)
    #expect(try !hasParts(of: Self.signerKey, stored.text))
    #expect(try fastHasher().verify("user1password", against: stored).replacement != nil)
    #expect(try fastHasher().verify("user2password", against: stored) == .failed)
    var dumped = ""
    dump(project, to: &dumped)
    #expect(!"\(project) \(dumped)".contains("signerKey"))
  }
}

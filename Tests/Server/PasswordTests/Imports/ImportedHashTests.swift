import DoorwardSodium
import Testing
import VectorFiles

@testable import DoorwardPasswords

@Suite("Hashes of other systems")
struct ImportedHashTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var source: String
    var text: String
    var password: String
    var testDescription: String { "\(source): \(text)" }
  }

  @Test(arguments: try vectorCases("passwords/imported_hashes.json", as: Vector.self))
  func rightPasswordIsAcceptedAndOthersAreNot(vector: Vector) throws {
    let hash = try ImportedHash(vector.text, bounds: .anyCost)
    #expect(try hash.isValid(WipedBytes(vector.password.utf8)))
    #expect(try !hash.isValid(WipedBytes(("X" + vector.password.dropFirst()).utf8)))
  }

  @Test func importedHashIsReplacedAtTheNextSignIn() throws {
    let hasher = try fastHasher()
    let imported = try hasher.seal(
      ImportedHash("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", bounds: .anyCost))
    #expect(try hasher.verify("U*V", against: imported) == .failed)
    let replacement = try #require(hasher.verify("U*U", against: imported).replacement)
    #expect(replacement.text.hasPrefix("$argon2id$"))
    #expect(try hasher.verify("U*U", against: replacement).isCurrent)
    #expect(try hasher.verify("U*V", against: replacement) == .failed)
  }

  /// libxcrypt: `crypt("correct horse battery staple " repeated, "$2b$10$abcdefghijklmnopqrstuu")` of the first 71 bytes,
  /// and of 72 or more.
  private enum LongPassword {
    static let text = String(repeating: "correct horse battery staple ", count: 3)
    static let hashOf71Bytes = "$2b$10$abcdefghijklmnopqrstuuqSlSv7AWhCWe43hjNQt7jNpqUhHVPmq"
    static let hashOf72Bytes = "$2b$10$abcdefghijklmnopqrstuuFbRN1dWiNk9JEaLLzkFVCPaDXzUZf9K"
  }

  @Test(
    "A hash is replaced only by that of a password that it proves in full",
    arguments: [
      (71, LongPassword.hashOf71Bytes, true), (72, LongPassword.hashOf72Bytes, false),
      (73, LongPassword.hashOf72Bytes, false), (87, LongPassword.hashOf72Bytes, false),
    ])
  func longBcryptPassword(length: Int, text: String, isReplaced: Bool) throws {
    let hasher = try fastHasher()
    let imported = try hasher.seal(ImportedHash(text))
    let verification = try hasher.verify(String(LongPassword.text.prefix(length)), against: imported)
    #expect(verification == .matched(replacement: verification.replacement))
    #expect((verification.replacement != nil) == isReplaced)
  }

  /// Hashes just below the minimum, and at it. Those of Firebase, Auth0, Clerk and Supabase are at or above it.
  @Test(arguments: [
    ("$2b$09$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", false),
    ("$2b$10$CCCCCCCCCCCCCCCCCCCCC.KgQljzbljH4iwhlg3oTf8buusOTZRX6", true),
    ("bcrypt_sha256$$2b$09$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", false),
    ("$argon2id$v=19$m=16383,t=2,p=1$c29tZXNhbHQ$W7p7CrHDMLaC8SC1I3RIfLA2x8KWZoh3grVooXqPO5M", false),
    ("$argon2id$v=19$m=16384,t=2,p=1$c29tZXNhbHQ$4EP5eTEbFP+DeLeFRpl06JmgjwVQkyOgSyyinvY/868", true),
    ("pbkdf2_sha256$9999$saltsalt$8AsC4H/147lFlEEMCnL1JMziEIWaSGvXLB7jM4MIJaM=", false),
    ("pbkdf2_sha256$10000$saltsalt$8AsC4H/147lFlEEMCnL1JMziEIWaSGvXLB7jM4MIJaM=", true),
    ("$scrypt$ln=13,r=8,p=1$c2FsdHNhbHQ$NOQdZwkhPF9zdixzNgfpv9p5NIA22x5FhDyoyXCm0fg", false),
    ("$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$NOQdZwkhPF9zdixzNgfpv9p5NIA22x5FhDyoyXCm0fg", true),
  ])
  func hashBelowTheMinimumIsRefused(text: String, isAccepted: Bool) throws {
    guard !isAccepted else {
      _ = try ImportedHash(text)
      return
    }
    #expect(throws: PasswordHashError(.weakParameters, "")) { try ImportedHash(text) }
    // A hash that the store has is verified.
    let sealed = try fastHasher().seal(ImportedHash(text, bounds: .anyCost))
    #expect(try fastHasher().verify("another password", against: sealed) == .failed)
  }

  /// A password that PRECIS refuses signs its user in with the imported hash, and with the replacement.
  @Test func importedPasswordMayHaveCharactersThatNewPasswordsCannotHave() throws {
    // Python: hashlib.pbkdf2_hmac("sha256", b"with\ttab", b"saltsalt", 1000)
    let text = "pbkdf2_sha256$1000$saltsalt$0JMS9ZMG7LpxhyBbWZcjGkZQQHuTX+uIzTt3SXOAKmE="
    let hasher = try fastHasher()
    let imported = try hasher.seal(ImportedHash(text, bounds: .anyCost))
    let replacement = try #require(hasher.verify("with\ttab", against: imported).replacement)
    #expect(try hasher.verify("with\ttab", against: replacement).isCurrent)
    #expect(try hasher.verify("with tab", against: replacement) == .failed)
  }

  @Test(arguments: [
    ("5f4dcc3b5aa765d61d8327deb882cf99", "MD5"), ("5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", "SHA-1"),
    ("md5$salt$67a1e09bb1f83f5007dc119c14d663aa", "MD5"),
    ("sha1$salt$59b3e8d637cf97edbe2384cf59cb7453dfe30789", "SHA-1"),
    ("unsalted_md5$$5f4dcc3b5aa765d61d8327deb882cf99", "MD5"), ("$1$salt$qJH7.N4xYta3aEG/dfqo/0", "MD5"),
    ("$apr1$salt$Xxd1irWT9ycqoYxGFn4cb.", "MD5"), ("$P$B12345678TDBOuf6rlQRsXJGVfb2rg0", "phpass"),
    ("{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3", "SHA-1"), ("{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "SHA-1"),
    ("5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8", "SHA-256"),
  ])
  func legacyFormatsAreRefusedByName(text: String, name: String) throws {
    do {
      _ = try ImportedHash(text)
      Issue.record("must be refused")
    } catch {
      #expect(error.code == .legacyScheme)
      #expect(error.reason.contains(name))
    }
  }

  @Test(arguments: [
    "$argon2d$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "$y$j9T$salt$hash", "$6$salt$hash",
    "plain text",
  ])
  func unknownFormatsAreRefused(text: String) {
    #expect(throws: PasswordHashError(.unsupportedScheme, "")) { try ImportedHash(text) }
  }

  @Test func hashWithThePepperOfAnotherServerIsRefused() throws {
    let hash =
      "$argon2id$v=19$m=256,t=2,p=1,keyid=AAAAAAAAAAA$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
    #expect(throws: PasswordHashError(.unknownPepper, "")) { try ImportedHash(hash) }
    #expect(
      try fastHasher().verify("password", against: StoredHash(hash))
        == .unverifiable(PasswordHashError(.unknownPepper, "")))
  }

  @Test func zeroByteDoesNotEndABcryptPassword() throws {
    let hash = try ImportedHash(
      "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", bounds: .anyCost)
    #expect(try !hash.isValid(WipedBytes("U*U\0anything".utf8)))
  }

  @Test(arguments: [
    "$2", "$2b$", "$2b$05$", "$2b$5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeWW",
    "$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    "$2b$+5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe",
    "$2b$05$CCCCCCCCCCCCCCCCCCCC C.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe",
    "bcrypt$", "bcrypt_sha256$", "bcrypt_sha256$x", "pbkdf2_", "pbkdf2_md5$1$salt$AAAAAAAAAAAAAAAAAAAAAA==",
    "pbkdf2_sha256$0$salt$AAAAAAAAAAAAAAAAAAAAAA==", "pbkdf2_sha256$-1$salt$AAAAAAAAAAAAAAAAAAAAAA==",
    "pbkdf2_sha256$1000$$AAAAAAAAAAAAAAAAAAAAAA==", "pbkdf2_sha256$1000$salt$AAAA",
    "pbkdf2_sha256$1000$salt$!",
    "$pbkdf2-sha256$i=1000,l=31$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$pbkdf2-sha256$i=1000,x=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$", "$scrypt$ln=0,r=8,p=1$c2FsdA$AAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=10,r=0,p=1$c2FsdA$AAAAAAAAAAAAAAAAAAAAAA",
    "scrypt$1000$salt$8$1$AAAAAAAAAAAAAAAAAAAAAA==", "scrypt:3:8:1$salt$00",
    "scrypt$16384$salt$99$99$AAAAAAAAAAAAAAAAAAAAAA==",
    "$fbscrypt$", "$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==,sk=AAAA$AAAA$AAAA",
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=AAAA$AAAA$AAAA",
    "argon2$", "argon2$argon2id",
    "argon2$$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
  ])
  func malformedHashesAreRefused(text: String) {
    #expect(throws: PasswordHashError(.malformedHash, "")) { try ImportedHash(text) }
  }

  @Test func changedTextsAreRefusedOrDoNotMatch() throws {
    for vector in try vectorCases("passwords/imported_hashes.json", as: Vector.self)
    where vector.text.hasPrefix("$pbkdf2") || vector.text.hasPrefix("scrypt:") {
      let bytes = Array(vector.text.utf8)
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 1
        var bounds = HashBounds.anyCost
        bounds.iterations = 5000
        bounds.writtenKibibytes = 8192
        let text = String(decoding: changed, as: UTF8.self)
        guard let hash = try? ImportedHash(text, bounds: bounds) else { continue }
        #expect(try !hash.isValid(WipedBytes(vector.password.utf8)), "\(text)")
      }
    }
  }
}

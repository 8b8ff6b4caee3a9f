import DoorwardSodium
import Encodings
import Testing

@testable import DoorwardPasswords

@Suite("Password hashes in exports of other systems")
struct ExportTests {
  /// The example of firebase/scrypt README.md.
  private enum Firebase {
    static let key =
      "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    static let salt = "42xEC+ixf3L2lw=="
    static let hash =
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    static let password = "user1password"
  }

  private static let bcrypt = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"

  private func object(_ text: String) throws -> JSONObject {
    try #require(try JSONParser.parse(Array(text.utf8)).object)
  }

  /// Whether the hash is verified from the store, and only there.
  private func accepts(_ hash: ImportedHash?, _ password: String) throws -> Bool {
    let hash = try #require(hash)
    let hasher = try fastHasher()
    let stored = try hasher.seal(hash)
    #expect(try hasher.verify(password + "x", against: stored) == .failed)
    return try hasher.verify(password, against: stored).replacement != nil
  }

  private static func project() throws -> FirebaseScryptProject {
    try FirebaseScryptProject(signerKey: Firebase.key, saltSeparator: "Bw==", rounds: 8, memoryCost: 14)
  }

  @Test(arguments: [false, true])
  func firebase(isURLSafe: Bool) throws {
    let project = try Self.project()
    let hash =
      isURLSafe ? String(Firebase.hash.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }) : Firebase.hash
    let user = try object(#"{"localId":"1","passwordHash":"\#(hash)","salt":"\#(Firebase.salt)"}"#)
    #expect(try accepts(ImportedHash(firebaseUser: user, project), Firebase.password))
  }

  @Test func firebaseUserWithoutPasswordHasNone() throws {
    let project = try Self.project()
    #expect(try ImportedHash(firebaseUser: object(#"{"localId":"1"}"#), project) == nil)
    #expect(try ImportedHash(firebaseUser: object(#"{"passwordHash":""}"#), project) == nil)
    #expect(throws: PasswordHashError(.malformedHash, "")) {
      try ImportedHash(firebaseUser: object(#"{"passwordHash":"AAAA","salt":"AAAA"}"#), project)
    }
    #expect(throws: PasswordHashError(.malformedHash, "")) {
      try ImportedHash(firebaseUser: object(#"{"passwordHash":"AAAA"}"#), project)
    }
  }

  @Test(arguments: [(0, 14), (8, 0), (8, 25), (65, 14), (-8, 14)])
  func firebaseParametersAreChecked(rounds: Int, memoryCost: Int) {
    #expect(throws: PasswordHashError.self) {
      try FirebaseScryptProject(
        signerKey: Firebase.key, saltSeparator: "Bw==", rounds: rounds, memoryCost: memoryCost)
    }
  }

  /// "password" under PBKDF2 with the salt "saltsalt" and 1000 iterations, and under scrypt, computed with Python's hashlib.
  @Test(arguments: [
    ("bcrypt", bcrypt, "U*U"),
    ("scrypt_firebase", "\(Firebase.hash)$\(Firebase.salt)$\(Firebase.key)$Bw==$8$14", Firebase.password),
    (
      "pbkdf2_sha256", "pbkdf2_sha256$1000$c2FsdHNhbHQ=$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY=",
      "password"
    ),
    (
      "pbkdf2_sha256_django", "pbkdf2_sha256$1000$saltsalt$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY=",
      "password"
    ),
    (
      "pbkdf2_sha512",
      "pbkdf2_sha512$1000$c2FsdHNhbHQ=$Q6v4xwJ8a9nWPp2BeEoAYYhHSo2xRmPWART17vTpSxt2q6iNp7BOozW557qqa95eNjUO4gKs0CyvJbYGGku1tA==",
      "password"
    ),
    (
      "pbkdf2_sha512_hex",
      "pbkdf2_sha512$1000$73616c7473616c74$43abf8c7027c6bd9d63e9d81784a006188474a8db14663d60114f5eef4e94b1b76aba88da7b04ea335b9e7baaa6bde5e36350ee202acd02caf25b6061a4bb5b4",
      "password"
    ),
    ("pbkdf2_sha1", "pbkdf2_sha1$1000$saltsalt$e9febff54bfce668fde301acc85563cc9dc71ef6", "password"),
    (
      "argon2id", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
      "password"
    ),
  ])
  func clerk(hasher: String, digest: String, password: String) throws {
    #expect(try accepts(ImportedHash(clerkHasher: hasher, digest: digest, bounds: .anyCost), password))
  }

  @Test(arguments: ["md5", "sha256", "phpass", "ldap_ssha", "sha512_symfony"])
  func weakHashersOfClerkAreRefusedByName(hasher: String) {
    #expect(throws: PasswordHashError(.legacyScheme, "")) {
      try ImportedHash(clerkHasher: hasher, digest: "5f4dcc3b5aa765d61d8327deb882cf99")
    }
  }

  @Test(arguments: [
    ("pbkdf2_sha256", ""), ("pbkdf2_sha256", "$$$"), ("pbkdf2_sha1", "pbkdf2_sha1$1000$salt$zz"),
    ("scrypt_firebase", "$$$$$"),
    ("scrypt_firebase", "a"), ("bcrypt", ""), ("argon2id", String(repeating: "$", count: 100_000)),
  ])
  func malformedDigestsOfClerkAreRefused(hasher: String, digest: String) {
    #expect(throws: PasswordHashError.self) { try ImportedHash(clerkHasher: hasher, digest: digest) }
  }

  @Test func unknownHasherOfClerkIsRefused() {
    #expect(throws: PasswordHashError(.unsupportedScheme, "")) {
      try ImportedHash(clerkHasher: "rot13", digest: "cnffjbeq")
    }
  }

  @Test(arguments: [
    (#"{"passwordHash":"\#(bcrypt)"}"#, "U*U"),
    (#"{"password_hash":"\#(bcrypt)"}"#, "U*U"),
    (#"{"custom_password_hash":{"algorithm":"bcrypt","hash":{"value":"\#(bcrypt)"}}}"#, "U*U"),
    (
      #"{"custom_password_hash":{"algorithm":"argon2","hash":{"encoding":"utf8","value":"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"}}}"#,
      "password"
    ),
    (
      #"{"custom_password_hash":{"algorithm":"pbkdf2","hash":{"value":"$pbkdf2-sha256$i=1000,l=32$c2FsdHNhbHQ$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY"}}}"#,
      "password"
    ),
    (
      #"{"custom_password_hash":{"algorithm":"scrypt","hash":{"value":"00e2d710448270f99fd83c54dc3e3b649c69e594dc1c2d12d8c6f67855dce2d2b81e17252d2b79c46c7502725ef1d40bccc1debf67cd08ae214e841f45cd3553","encoding":"hex"},"salt":{"value":"saltsalt","encoding":"utf8"},"keylen":64,"cost":1024,"blockSize":8,"parallelization":1}}"#,
      "password"
    ),
  ])
  func auth0(user: String, password: String) throws {
    #expect(try accepts(ImportedHash(auth0User: object(user), bounds: .anyCost), password))
  }

  @Test(arguments: [
    #"{"passwordHash":"5f4dcc3b5aa765d61d8327deb882cf99"}"#,
    #"{"custom_password_hash":{}}"#,
    #"{"custom_password_hash":{"algorithm":"md5","hash":{"value":"5f4dcc3b5aa765d61d8327deb882cf99"}}}"#,
    #"{"custom_password_hash":{"algorithm":"bcrypt","hash":{"value":"x"}}}"#,
    #"{"custom_password_hash":{"algorithm":"scrypt","hash":{"value":"00","encoding":"hex"},"salt":{"value":"s"},"keylen":64,"cost":1024,"blockSize":8,"parallelization":1}}"#,
    #"{"custom_password_hash":{"algorithm":"scrypt","hash":{"value":"00000000000000000000000000000000","encoding":"hex"},"salt":{"value":"s"},"cost":-9223372036854775808,"blockSize":8,"parallelization":1}}"#,
    #"{"custom_password_hash":{"algorithm":"scrypt","hash":{"value":"00000000000000000000000000000000","encoding":"hex"},"salt":{"value":"s"},"cost":1048576,"blockSize":64,"parallelization":64}}"#,
    #"{"custom_password_hash":{"algorithm":"rot13","hash":{"value":"x"}}}"#,
  ])
  func unusableHashesOfAuth0AreRefused(user: String) throws {
    let user = try object(user)
    #expect(throws: PasswordHashError.self) { try ImportedHash(auth0User: user) }
  }

  @Test func auth0UserWithoutPasswordHasNone() throws {
    #expect(try ImportedHash(auth0User: object(#"{"email":"a@b.c"}"#)) == nil)
  }
}

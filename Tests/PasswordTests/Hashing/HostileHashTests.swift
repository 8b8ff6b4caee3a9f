import DoorwardPasswords
import Testing

@Suite("Hostile texts in the place of stored hashes")
struct HostileHashTests {
  private static let valid =
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"

  @Test(arguments: [
    "", "$", "$$$$$$", "$argon2id", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ",
    "$argon2id$v=19$m=256,t=2$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=-256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=0$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=7,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=1$c29$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65",
    "$argon2id$v=19$m=99999999999999999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=1,keyid=AAAA$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
  ])
  func malformedHashIsRefused(text: String) throws {
    #expect(throws: PasswordHashError.self) { try fastHasher().verify(entered("password"), against: text) }
  }

  @Test(arguments: [
    ("$argon2id$v=19$m=131073,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "memory"),
    (
      "$argon2id$v=19$m=65536,t=999999999,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
      "passes"
    ),
    ("$scrypt$ln=24,r=8,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "memory"),
    ("$scrypt$ln=16,r=8,p=64$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "lanes"),
    ("pbkdf2_sha256$999999999$salt$bDROfAUWJrxbp3+Imb0PW8rYyXO6lwhD6UGT55DBvTc=", "iterations"),
    ("$2b$31$abcdefghijklmnopqrstuuJlKU1sYHD4fe25HcPSBTKaSeiMAPDRS", "cost"),
  ])
  func excessiveParametersAreRefusedBeforeAnyWork(text: String, parameter: String) throws {
    #expect(throws: PasswordHashError(.excessiveParameters, "")) {
      try fastHasher().verify(entered("password"), against: text)
    }
  }

  @Test func changedAndTruncatedTextsAreRefusedOrDoNotMatch() throws {
    let hasher = try fastHasher()
    let password = try entered("password")
    let bytes = Array(Self.valid.utf8)
    for place in bytes.indices {
      for byte in [0x00, 0x24, 0x2c, 0x30, 0x39, 0x3d, 0x41, 0x7f] as [UInt8] where byte != bytes[place] {
        var changed = bytes
        changed[place] = byte
        expectNoMatch(hasher, password, changed)
      }
      expectNoMatch(hasher, password, Array(bytes[..<place]))
    }
  }

  private func expectNoMatch(_ hasher: PasswordHasher, _ password: EnteredPassword, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let result = try? hasher.verify(password, against: text)
    #expect(result == nil || result == .wrong, "\(text)")
  }

  @Test func longAndForeignTextsAreRefused() throws {
    let hasher = try fastHasher()
    for text in [
      String(repeating: "$", count: 1_000_000), Self.valid + String(repeating: "A", count: 2000), "pässword",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ\u{0}$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    ] {
      #expect(throws: PasswordHashError.self) { try hasher.verify(entered("password"), against: text) }
    }
  }
}

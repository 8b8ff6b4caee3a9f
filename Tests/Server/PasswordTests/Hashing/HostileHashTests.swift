import DoorwardSodium
import Foundation
import Testing

@testable import DoorwardPasswords

@Suite("Hostile texts instead of stored hashes")
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
    #expect(throws: PasswordHashError.self) { try ImportedHash(text) }
    guard case .unverifiable = try fastHasher().verify("password", against: StoredHash(text)) else {
      Issue.record("must not be verified")
      return
    }
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
    #expect(throws: PasswordHashError(.excessiveParameters, "")) { try ImportedHash(text) }
  }

  /// The bounds apply at sign-in too, if the operator lowered them after the import.
  @Test func importedHashAboveTheBoundsIsNotVerified() throws {
    let sealed = try fastHasher().seal(ImportedHash(Self.valid, bounds: .anyCost))
    var bounds = HashBounds()
    bounds.writtenKibibytes = 511
    #expect(
      try PasswordHasher(peppers: ring(), bounds: bounds).verify("password", against: sealed)
        == .unverifiable(PasswordHashError(.excessiveParameters, "")))
  }

  @Test func hashThatThisServerCannotHaveMadeIsNotVerified() async throws {
    let hasher = try fastHasher()
    let stored = try await hasher.hash(new: "correct horse battery").text
    for (change, code) in [
      ("m=1048577,t=2,p=1", PasswordHashError.Code.excessiveParameters),
      ("m=19456,t=65,p=1", .excessiveParameters), ("m=19456,t=2,p=2", .malformedHash),
      ("m=999999999,t=999999999,p=1", .excessiveParameters),
    ] {
      let changed = stored.replacingOccurrences(of: "m=19456,t=2,p=1", with: change)
      #expect(
        try hasher.verify("correct horse battery", against: StoredHash(changed))
          == .unverifiable(PasswordHashError(code, "")))
    }
    let otherVariant = stored.replacingOccurrences(of: "argon2id", with: "argon2i")
    #expect(
      try hasher.verify("correct horse battery", against: StoredHash(otherVariant))
        == .unverifiable(PasswordHashError(.malformedHash, "")))
  }

  @Test func changedAndTruncatedTextsAreRefusedOrDoNotMatch() throws {
    let password = WipedBytes("password".utf8)
    #expect(try ImportedHash(Self.valid, bounds: .anyCost).isValid(password))
    let bytes = Array(Self.valid.utf8)
    for place in bytes.indices {
      for byte in [0x00, 0x24, 0x2c, 0x30, 0x39, 0x3d, 0x41, 0x7f] as [UInt8] where byte != bytes[place] {
        var changed = bytes
        changed[place] = byte
        expectNoMatch(password, changed)
      }
      expectNoMatch(password, Array(bytes[..<place]))
    }
  }

  private func expectNoMatch(_ password: WipedBytes, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect((try? ImportedHash(text, bounds: .anyCost).isValid(password)) != true, "\(text)")
  }

  @Test func changedAndTruncatedHashesOfTheStoreDoNotMatch() async throws {
    let hasher = try fastHasher()
    let bytes = Array(try await hasher.hash(new: "correct horse battery").text.utf8)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      for bytes in [changed, Array(bytes[..<place])] {
        let text = String(decoding: bytes, as: UTF8.self)
        let result = try hasher.verify("correct horse battery", against: StoredHash(text))
        #expect(!result.isCurrent && result.replacement == nil, "\(text)")
      }
    }
  }

  @Test func longAndForeignTextsAreRefused() throws {
    let hasher = try fastHasher()
    for text in [
      String(repeating: "$", count: 1_000_000), Self.valid + String(repeating: "A", count: 2000), "pässword",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ\u{0}$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    ] {
      #expect(throws: PasswordHashError.self) { try ImportedHash(text) }
      guard case .unverifiable = try hasher.verify("password", against: StoredHash(text)) else {
        Issue.record("must not be verified")
        continue
      }
    }
  }
}

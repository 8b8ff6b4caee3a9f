import DoorwardOpenSSL
import DoorwardSecondFactors
import DoorwardServerRules
import Testing

@Suite("Recovery codes")
struct RecoveryCodeTests {
  @Test func setHasTenDifferentCodesOfFiftyBits() throws {
    var generator = SystemRandomNumberGenerator()
    let codes = RecoveryCode.newSet(random: { count in
      (0..<count).map { _ in .random(in: 0...255, using: &generator) }
    })
    #expect(codes.count == 10)
    #expect(Set(codes.map(\.shown)).count == 10)
    for code in codes {
      #expect(code.shown.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/) != nil)
      let typed = try #require(RecoveryCode(typed: code.shown))
      #expect(typed.shown == code.shown)
    }
  }

  @Test func everyCharacterIsEquallyLikely() {
    let random = FixedBytes((0...255).map { UInt8($0) })
    var counts: [Character: Int] = [:]
    for _ in 0..<64 {
      for code in RecoveryCode.newSet(random: random.draw) {
        for character in code.shown where character != "-" { counts[character, default: 0] += 1 }
      }
    }
    #expect(counts.count == 32)
    #expect(Set(counts.values) == [6400 / 32])
  }

  @Test func repeatedCodeIsDrawnAgain() {
    let random = FixedBytes([UInt8](repeating: 0, count: 20) + (0..<255).map { UInt8($0) })
    let shown = RecoveryCode.newSet(random: random.draw).map(\.shown)
    #expect(shown.first == "00000-00000" && Set(shown).count == 10)
  }

  @Test(arguments: [
    "0123A-BCD9Z", "0123abcd9z", " 0123a bcd9z\n", "01-23-AB-CD-9Z", "O123AbcD9z", "oI23A-BCD9Z",
    "Ol23A–BCD9Z",
    "０１２３ＡＢＣＤ９Ｚ", "\u{200B}0123A\u{2060}BCD9Z",
  ])
  func typedCodesAreRead(text: String) throws {
    #expect(try #require(RecoveryCode(typed: text)).shown == "0123A-BCD9Z")
  }

  @Test(arguments: [
    "", "0123A-BCD9", "0123A-BCD9ZZ", "0123U-BCD9Z", "0123Ä-BCD9Z", "0123A_BCD9Z", "0123A.BCD9Z",
    String(repeating: "A", count: 100_000),
  ])
  func otherTextsAreRefused(text: String) {
    #expect(RecoveryCode(typed: text) == nil)
  }

  @Test func codeIsFoundAmongTheUsersHashesOnly() throws {
    let key = try codeKey()
    let random = FixedBytes((0..<251).map { UInt8($0) })
    let codes = RecoveryCode.newSet(random: random.draw)
    let hashes = try codes.map { try $0.hash(under: key, userID: "u1") }
    #expect(Set(hashes).count == 10)
    for (code, hash) in zip(codes, hashes) {
      #expect(try code.find(in: hashes, under: key, userID: "u1")?.hash == hash)
      // The store has deleted the hash.
      #expect(try code.find(in: hashes.filter { $0 != hash }, under: key, userID: "u1") == nil)
      #expect(try code.find(in: hashes, under: key, userID: "u2") == nil)
      #expect(try code.find(in: hashes, under: codeKey(9), userID: "u1") == nil)
    }
    #expect(try codes[0].find(in: [], under: key, userID: "u1") == nil)
  }

  @Test(arguments: [0, 31, 33])
  func keysOfOtherLengthsAreRefused(count: Int) {
    #expect(throws: SecondFactorError(.invalidKey, "")) {
      try CodeHashKey([UInt8](repeating: 0, count: count), context: OpenSSLContext())
    }
  }
}

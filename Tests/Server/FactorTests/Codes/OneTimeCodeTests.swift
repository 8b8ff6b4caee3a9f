import DoorwardSecondFactors
import DoorwardServerRules
import Testing

@Suite("Codes that are sent")
struct OneTimeCodeTests {
  @Test(arguments: [
    "012345", " 012345\n", "012 345", "012-345", "0 1 2 3 4 5", "012\u{A0}345", "012\u{2009}345", "012–345",
    "012−345",
    "\u{200B}012345\u{FEFF}", "\u{202D}012345\u{202C}", "０１２３４５", "０１２－３４５", "٠١٢٣٤٥", "۰۱۲۳۴۵", "०१२३४५",
    "012\t345",
  ])
  func pastedAndTypedCodesAreRead(text: String) throws {
    #expect(try #require(OneTimeCode(typed: text)).text == "012345")
  }

  @Test(arguments: [
    "", "12345", "1234567", "12345a", "+12345", "12345.", "1e5000", "12345²", "12345Ⅵ", "12345½", "0x1234",
    "①②③④⑤⑥",
    "012345" + String(repeating: " ", count: 128), String(repeating: "1", count: 100_000),
  ])
  func otherTextsAreRefused(text: String) {
    #expect(OneTimeCode(typed: text) == nil)
  }

  @Test func everyDigitIsEquallyLikely() {
    let random = FixedBytes((0...255).map { UInt8($0) })
    var counts: [Character: Int] = [:]
    for _ in 0..<1000 {
      for digit in OneTimeCode(random: random.draw).text { counts[digit, default: 0] += 1 }
    }
    // 600 of each digit are expected.
    #expect(counts.count == 10)
    #expect(counts.values.allSatisfy { (570...630).contains($0) }, "\(counts)")
  }

  @Test func bytesThatWouldFavorSomeDigitsAreNotUsed() {
    let random = FixedBytes([255, 254, 253, 252, 251, 250, 249, 0, 10, 121, 7])
    #expect(OneTimeCode(random: random.draw).text == "900179")
  }

  @Test func leadingZerosAreKept() {
    #expect(OneTimeCode(random: { [UInt8](repeating: 0, count: $0) }).text == "000000")
  }

  @Test func errorOfTheRandomSourceReachesTheCaller() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try OneTimeCode(random: { _ in throw Failure() }) }
  }

  @Test func secretsAreNotShown() throws {
    let code = try #require(OneTimeCode(typed: "824613"))
    #expect(!shown(code).contains("824613") && !shown(code).contains("56"))
    #expect(!shown([code]).contains("824613"))
    let recovery = try #require(RecoveryCode(typed: "ABCDE-FGHJK"))
    #expect(!shown(recovery).contains("ABCDE"))
    let secret = AuthenticatorSecret(random: { [UInt8](repeating: 0xab, count: $0) })
    #expect(!shown(secret).contains("171") && !shown(secret).contains(secret.base32))
    #expect(try !shown(codeKey(0xab)).contains("171"))
  }
}

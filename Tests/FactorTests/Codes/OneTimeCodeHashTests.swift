import DoorwardOpenSSL
import DoorwardSecondFactors
import Testing

@Suite("Hashes of sent codes")
struct OneTimeCodeHashTests {
  private static let scope = OneTimeCodeScope(
    challengeID: "c1", purpose: "sign_in", address: "ada@example.com", binding: "b1")

  private func code(_ text: String = "123456") throws -> OneTimeCode {
    try #require(OneTimeCode(typed: text))
  }

  @Test func rightCodeIsRightAndOthersAreNot() throws {
    let hash = try code().hash(under: codeKey(), for: Self.scope)
    #expect(hash.count == 32)
    #expect(try code("123 456").isRight(for: hash, under: codeKey(), for: Self.scope))
    #expect(try !code("123457").isRight(for: hash, under: codeKey(), for: Self.scope))
    #expect(try !code().isRight(for: hash, under: codeKey(8), for: Self.scope))
    #expect(try !code().isRight(for: [], under: codeKey(), for: Self.scope))
    #expect(try !code().isRight(for: Array(hash.dropLast()), under: codeKey(), for: Self.scope))
  }

  @Test(arguments: [
    OneTimeCodeScope(challengeID: "c2", purpose: "sign_in", address: "ada@example.com", binding: "b1"),
    OneTimeCodeScope(challengeID: "c1", purpose: "verify", address: "ada@example.com", binding: "b1"),
    OneTimeCodeScope(challengeID: "c1", purpose: "sign_in", address: "eve@example.com", binding: "b1"),
    OneTimeCodeScope(challengeID: "c1", purpose: "sign_in", address: "ada@example.com", binding: "b2"),
    // The same characters, divided differently.
    OneTimeCodeScope(challengeID: "c1s", purpose: "ign_in", address: "ada@example.com", binding: "b1"),
    OneTimeCodeScope(challengeID: "c1", purpose: "sign_in", address: "ada@example.comb", binding: "1"),
    OneTimeCodeScope(challengeID: "", purpose: "", address: "", binding: ""),
  ])
  func codeIsWrongInAnotherScope(other: OneTimeCodeScope) throws {
    let hash = try code().hash(under: codeKey(), for: Self.scope)
    #expect(try !code().isRight(for: hash, under: codeKey(), for: other))
  }

  @Test(arguments: [0, 31, 33])
  func keysOfOtherLengthsAreRefused(count: Int) {
    #expect(throws: SecondFactorError(.invalidKey, "")) {
      try CodeHashKey([UInt8](repeating: 0, count: count), context: OpenSSLContext())
    }
  }
}

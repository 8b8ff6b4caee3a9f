import Testing

@testable import DoorwardFlow

/// The codes that a user has typed.
struct TypedCodeTests {
  @Test(
    arguments: [
      ("123456", "123456"), (" 123-456 ", "123456"), ("١٢٣٤٥٦", "123456"), ("12345", nil), ("1234567", nil),
      ("12345a", nil), ("一二三四五六", "123456"), ("", nil), ("- -", nil),
    ] as [(String, String?)])
  func codeHasSixDigits(_ typed: String, _ digits: String?) {
    #expect(TypedCode.digits(typed, length: 6)?.text == digits)
  }

  @Test func codeOfUnknownLengthHasDigits() {
    #expect(TypedCode.digits("12345678", length: nil)?.text == "12345678")
    #expect(TypedCode.digits("1234x", length: nil) == nil && TypedCode.digits("", length: nil) == nil)
  }

  @Test func recoveryCodeHasLettersAndDigits() {
    #expect(TypedCode.recoveryCode(" abcd-1234 ")?.text == "abcd1234")
    #expect(TypedCode.recoveryCode("-") == nil && TypedCode.recoveryCode("abcd;1234") == nil)
  }

  @Test func codeOfAnotherLengthIsNotSent() {
    var flow = SignInFlow.started(SignInChoices(codeIdentifiers: [.email], codeLength: 8))
    _ = flow.perform(.continueWith("ada@example.com"))
    flow.answer(
      .codeSent(SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: nil)))
    #expect(!flow.allows(.submitCode("123456")) && flow.allows(.submitCode("1234 5678")))
    flow = .waiting([.authenticator])
    #expect(!flow.allows(.submitFactor(code: "12345")) && flow.allows(.submitFactor(code: "123 456")))
  }
}

import DoorwardServerRules
import Testing

@testable import DoorwardFlow

/// The codes that a user has typed.
struct TypedCodeTests {
  @Test(
    arguments: [
      ("123456", "123456"), (" 123-456 ", "123456"), ("١٢٣٤٥٦", "123456"), ("12345", nil), ("1234567", nil),
      ("12345a", nil), ("一二三四五六", nil), ("", nil), ("- -", nil), ("１２３４５６", "123456"),
      ("123\u{2013}456", "123456"), ("123\u{2212}456", "123456"),
      ("\u{200e}123\u{200b}456\u{feff}", "123456"),
      ("123\u{a0}456\n", "123456"), ("①23456", nil),
    ] as [(String, String?)])
  func codeHasSixDigitsAsInTheServer(_ typed: String, _ digits: String?) {
    #expect(TypedCode.digits(typed, length: 6)?.text == digits)
    #expect(OneTimeCode(typed: typed)?.text == digits)
  }

  @Test func codeOfUnknownLengthHasDigits() {
    #expect(TypedCode.digits("12345678", length: nil)?.text == "12345678")
    #expect(TypedCode.digits("1234x", length: nil) == nil && TypedCode.digits("", length: nil) == nil)
  }

  @Test func recoveryCodeHasLettersAndDigits() {
    #expect(TypedCode.recoveryCode(" 7k2qd\u{2013}9MXF4 ")?.text == "7k2qd9MXF4")
    #expect(TypedCode.recoveryCode("７Ｋ２Ｑｄ9MXF4")?.text == "7K2Qd9MXF4")
    for typed in ["-", "7K2QD;9MXF4", "7K2QD-9MXF", "7K2QD-9MXF42", "7K2QD-9MXFé"] {
      #expect(TypedCode.recoveryCode(typed) == nil && RecoveryCode(typed: typed) == nil, "\(typed)")
    }
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

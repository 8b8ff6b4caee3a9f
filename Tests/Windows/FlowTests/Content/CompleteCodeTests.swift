import Testing

@testable import DoorwardFlow

/// A code is sent as soon as it is complete.
struct CompleteCodeTests {
  /// The view of a code of six digits.
  private func view(_ steps: (inout SignInFlow) -> Void = { _ in }) -> ScreenContent {
    var flow = SignInFlow.started(SignInChoices(codeIdentifiers: [.email], codeLength: 6))
    _ = flow.perform(.continueWith("ada@example.com"))
    flow.answer(.codeSent(SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: nil)))
    steps(&flow)
    return SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
  }

  private func pressed(_ screen: ScreenContent, _ old: String, _ new: String) -> ScreenAction? {
    screen.button(pressedByTyping: FieldTexts([.code: new]), after: FieldTexts([.code: old]))?.action
  }

  @Test(arguments: [
    ("12345", "123456", true), ("", "123456", true), ("", " 123-456", true), ("", "١٢٣٤٥٦", true),
    ("654321", "123456", true),
    ("1234", "12345", false), ("123456", "1234567", false), ("", "12345a", false), ("123456", "", false),
    // The digits have not changed.
    ("123456", "123456 ", false), ("123456", "123-456", false),
  ])
  func completeCodePressesTheButton(_ old: String, _ new: String, _ isPressed: Bool) {
    #expect(pressed(view(), old, new) == (isPressed ? .signIn(.submitCode) : nil))
  }

  @Test func busyOrExpiredViewSendsNoCode() {
    #expect(pressed(view { _ = $0.perform(.submitCode("123456")) }, "12345", "123457") == nil)
    #expect(pressed(view { _ = $0.fire(.codeExpiry) }, "12345", "123456") == nil)
  }

  /// A code of unknown length may have more digits.
  @Test func codeOfUnknownLengthIsNotSent() {
    var flow = SignInFlow.started(SignInChoices(codeIdentifiers: [.email]))
    _ = flow.perform(.continueWith("ada@example.com"))
    flow.answer(.codeSent(SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: nil)))
    #expect(
      pressed(SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)), "12345", "123456") == nil)
  }

  /// The user still has to type the new password.
  @Test func codeWithAPasswordWaits() throws {
    let (_, _, flow) = try #require(SignInSamples.all.first { $0.view == "code.reset" && $0.state == "sent" })
    #expect(
      pressed(SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0)), "12345", "123456") == nil)
  }

  @Test func codeOfAnAuthenticatorPressesTheButton() {
    let screen = SignInContent.inEnglish.screen(of: .waiting([.authenticator]), at: FlowEvent.time(0))
    #expect(pressed(screen, "12345", "123456") == .signIn(.submitFactor))
  }

  // MARK: The texts when the view changes

  @Test func wrongCodeIsTypedAgain() {
    let wrong = view {
      _ = $0.perform(.submitCode("123456"))
      $0.answer(.refused(SignInProblem(code: "invalid_code")))
    }
    #expect(wrong.texts(after: view(), typed: FieldTexts([.code: "123456"]))[.code] == "")
    #expect(wrong.texts(after: wrong, typed: FieldTexts([.code: "12"]))[.code] == "12")
  }

  /// The server has not seen the code.
  @Test func codeStaysWhileTheServerCannotBeReached() {
    let offline = view {
      _ = $0.perform(.submitCode("123456"))
      $0.answer(.refused(SignInProblem(code: "offline", remedy: .retry)))
    }
    #expect(offline.texts(after: view(), typed: FieldTexts([.code: "123456"]))[.code] == "123456")
  }

  @Test func newCodeHasAnEmptyFieldWithTheFocus() {
    let expired = view { _ = $0.fire(.codeExpiry) }
    #expect(expired.fields.isEmpty && expired.firstFocus == nil)
    #expect(expired.defaultButton?.label == "Send a new code" && expired.defaultButton?.isEnabled == true)
    #expect(expired.problem?.text == "The code has expired. Send a new one.")
    #expect(view().texts(after: expired, typed: FieldTexts([.code: "123456"]))[.code] == "")
    #expect(view().firstFocus == .code)
  }
}

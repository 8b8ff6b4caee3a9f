import Doorward
import DoorwardTexts
import Foundation
import Testing

@testable import DoorwardFlow

/// The advice about a new password, by the rules of the hosted page (`strength.js`).
struct PasswordAdviceTests {
  private let field = ScreenContent.Field(
    name: .newPassword, id: "doorward.test", label: "Password", kind: .newPassword(rules: nil),
    maximumLength: 64,
    advice: ScreenContent.PasswordAdvice(
      minimumLength: 8, about: ["ada@example.com", "Lovelace", "abc"],
      texts: ContentTexts(Texts(.english), zone: .gmt)))

  private func advice(_ password: String) -> String? {
    field.advice(with: FieldTexts([.newPassword: password]))
  }

  @Test(arguments: [
    ("a", "7 more characters."), ("correct", "One more character."),
    ("aaaaaaaaa", "Easy to guess: it repeats itself."),
    ("abcabcABC", "Easy to guess: it repeats itself."), ("abcdabcd", "Long enough."),
    ("my lovelace 1", "Easy to guess: it contains your address or user name."),
    ("Ada@Example.com", "Easy to guess: it contains your address or user name."),
    ("abc and more", "Long enough."), ("correct horse", "Long enough."),
  ]) func sentenceIsThatOfThePage(_ typed: String, _ sentence: String) {
    #expect(advice(typed) == sentence)
  }

  /// An accent is a part of its letter in both forms of Unicode.
  @Test func lengthIsThatOfTheComposedForm() {
    #expect(advice("e\u{301}e\u{301}e\u{301}") == "5 more characters.")
  }

  @Test func emptyAndTooLongTextsHaveNone() {
    #expect(advice("") == nil)
    #expect(advice(String(repeating: "correct horse ", count: 5)) == nil)
  }

  @Test(arguments: [Int.min, -1, Int.max]) func everyMinimumLengthOfAServerHasAdvice(_ length: Int) {
    let advice = ScreenContent.PasswordAdvice(
      minimumLength: length, about: [], texts: ContentTexts(Texts(.english), zone: .gmt))
    #expect(
      advice.sentence(for: "correct", besides: []) == (length > 0 ? "249 more characters." : "Long enough."))
  }

  @Test func newPasswordOfTheAccountHasAdvice() throws {
    let flow = AccountSamples.all.first { $0.0 == "password-change" && $0.1 == "open" }?.2
    let window = AccountContent.inEnglish.window(
      of: AccountState(flow: try #require(flow)), at: FlowEvent.time(0))
    let field = try #require(window.dialog?.content.fields.first { $0.name == .newPassword })
    let texts = FieldTexts([.newPassword: "ada@example.com "])
    #expect(field.advice(with: texts) == "Easy to guess: it contains your address or user name.")
  }

  private static let choices = SignInChoices(
    passwordIdentifiers: [.email, .username], codeIdentifiers: [.email], codeLength: 6,
    minimumPasswordLength: 8, maximumPasswordLength: 64)

  private func newPassword(in flow: SignInFlow) throws -> ScreenContent.Field {
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    return try #require(screen.fields.first { $0.name == .newPassword })
  }

  /// The address and the user name are in the same view, and the user can change them after the password.
  @Test func newPasswordOfASignUpHasAdvice() throws {
    var flow = SignInFlow.started(Self.choices)
    _ = flow.perform(.createAccount(typed: ""))
    let field = try newPassword(in: flow)
    var texts = FieldTexts([.newPassword: "lovelace 1815"])
    #expect(field.advice(with: texts) == "Long enough.")
    texts[.username] = " Lovelace "
    #expect(field.advice(with: texts) == "Easy to guess: it contains your address or user name.")
    texts[.username] = ""
    texts[.address] = "lovelace@example.com"
    #expect(field.advice(with: texts) == "Easy to guess: it contains your address or user name.")
  }

  /// The server decides, and its reason is at the field.
  @Test func refusalOfAGuessablePasswordIsAtItsFieldWithTheReason() throws {
    var flow = SignInFlow.started(Self.choices)
    _ = flow.perform(.createAccount(typed: "ada@example.com"))
    _ = flow.perform(.signUp(SignUpForm(address: "ada@example.com", password: "passwordpassword")))
    let error = DoorwardError(
      code: .passwordTooGuessable, reason: "A sentence in English.", status: 422,
      passwordAdvice: [.repetition, .commonWord, .addWords])
    flow.answer(.refused(SignInProblem(error, now: FlowEvent.time(0))))
    let screen = SignInContent.inEnglish.screen(of: flow, at: FlowEvent.time(0))
    #expect(screen.problem?.text == "Easy to guess: it repeats itself.")
    #expect(screen.problem?.field == .newPassword)
  }

  @Test func newPasswordOfAResetHasAdvice() throws {
    let flow = SignInSamples.all.first { $0.0 == "code.reset" }?.2
    let field = try newPassword(in: try #require(flow))
    let texts = FieldTexts([.newPassword: "ada@example.com "])
    #expect(field.advice(with: texts) == "Easy to guess: it contains your address or user name.")
  }
}

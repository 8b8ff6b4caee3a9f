import Testing
import VectorFiles

@testable import DoorwardFlow

/// The texts that a user has typed.
struct TypedTextTests {
  private func started(_ offer: FlowOffer) -> SignInFlow { .started(offer.choices) }

  @Test func backRestoresTheIdentifierWithoutThePassword() {
    var flow = started(.passwordsAndCodes)
    _ = flow.perform(.continueWith(" ada@example.com "))
    _ = flow.perform(.submitPassword("a long password"))
    _ = flow.perform(.back)
    #expect(flow.screen == .start(typed: "ada@example.com") && !flow.isBusy && flow.failed == nil)
  }

  @Test func backRestoresTheSignUpWithoutThePassword() {
    var flow = started(.passwordsAndCodes)
    let account = SignUpForm(
      address: "ada@example.com", username: "ada", name: "Ada", password: "a long password")
    _ = flow.perform(.createAccount(typed: "ada@example.com"))
    #expect(flow.screen == .signUp(SignUpForm(address: "ada@example.com")))
    _ = flow.perform(.signUp(account))
    let sent = SentCode(ticket: Ticket(1), expiresAt: FlowEvent.time(600), resendAt: nil)
    _ = flow.receive(.codeSent(sent), to: flow.lastID)
    #expect(flow.screen.name == "code.signUp")
    _ = flow.perform(.back)
    #expect(
      flow.screen == .signUp(SignUpForm(address: "ada@example.com", username: "ada", name: "Ada")))
  }

  @Test func cancelledSheetRestoresTheTexts() {
    var flow = started(.passwordsAndCodes)
    _ = flow.perform(.choose(.passkey, typed: " ada@example.com "))
    flow.answer(.cancelled)
    #expect(flow.screen == .start(typed: "ada@example.com"))
    _ = flow.perform(.createAccount(typed: ""))
    let account = SignUpForm(
      address: "ada@example.com", username: "ada", name: "Ada", password: "a long password")
    _ = flow.perform(.signUpWithPasskey(account))
    #expect(flow.pending?.request == .signUpWithPasskey(name: "Ada"))
    flow.answer(.cancelled)
    #expect(flow.screen == .signUp(account.withoutPassword))
  }

  @Test(arguments: [
    SignInAct.submitPassword("secret"), .submitCode("secret"), .submitFactor(code: "secret"),
    .submitReset(code: "secret", newPassword: "secret"), .signUp(SignUpForm(password: "secret")),
    .signUpWithPasskey(SignUpForm(password: "secret")),
  ])
  func actsDoNotShowTheirSecrets(_ act: SignInAct) {
    var text = "\(act) \(String(reflecting: act)) \([act])"
    dump(act, to: &text)
    #expect(!text.contains("secret") && text.hasPrefix("s"))
  }

  @Test func emptyTextsAreNotSent() {
    var flow = started(.passwordsAndCodes)
    #expect(!flow.allows(.continueWith("  ")))
    _ = flow.perform(.continueWith("ada"))
    #expect(!flow.allows(.submitPassword("")) && flow.allows(.submitPassword(" ")))
    _ = flow.perform(.createAccount(typed: "ada"))
    #expect(!flow.allows(.signUp(SignUpForm(username: "ada"))))
    #expect(!flow.allows(.signUp(SignUpForm(address: " ", password: "password"))))
  }

  /// A user name gets no code.
  @Test func codesAreOfferedForAddressesOnly() {
    var flow = started(.passwordsAndCodes)
    _ = flow.perform(.continueWith("ada"))
    #expect(!flow.allows(.sendCode))
    _ = flow.perform(.back)
    _ = flow.perform(.continueWith("ada@example.com"))
    #expect(flow.allows(.sendCode))
  }

  private struct KindVector: Decodable {
    var text: String
    var kind: String
  }

  /// The server's tests and those of the page's scripts have the same table.
  @Test func kindIsThatOfTheServer() throws {
    let kinds = ["email": IdentifierKind.email, "phone": .phoneNumber, "username": .username]
    for vector in try vectorCases("text/identifier_kinds.json", as: KindVector.self) {
      let kind = IdentifierKind.guess(vector.text, among: IdentifierKind.allCases)
      #expect(kind == kinds[vector.kind], "\(vector.text)")
    }
  }

  @Test(arguments: [
    ("ada@example.com", IdentifierKind.email), ("+49 151 2345678", .phoneNumber), ("ada", .username),
    ("123", .username), ("+", .username),
  ])
  func kindFollowsFromTheText(_ typed: String, _ kind: IdentifierKind) {
    #expect(IdentifierKind.guess(typed, among: IdentifierKind.allCases) == kind)
    #expect(IdentifierKind.guess(typed, among: [.email]) == .email)
    #expect(IdentifierKind.guess(typed, among: []) == nil)
  }
}

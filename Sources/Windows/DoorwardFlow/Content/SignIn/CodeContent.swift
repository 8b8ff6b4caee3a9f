/// The views that ask for a code that was sent.
extension SignInDrawing {
  func code(_ step: CodeStep) -> ScreenContent {
    let isPhone = IdentifierKind.guess(step.sentTo, among: choices.identifiers) == .phoneNumber
    let code = codeField(length: choices.codeLength)
    let resend = resendButton(step.sent, texts("identifier.resend"))
    switch step.purpose {
    case .reset:
      let password = newPasswordField(
        label: "identifier.newPassword", account: step.sentTo, about: [step.sentTo])
      return screen(
        texts("identifier.resetTitle"), lead: texts("identifier.resetSent", ["identifier": step.sentTo]),
        firstFocus: step.sent.isExpired ? .newPassword : .code,
        [
          step.sent.isExpired ? nil : .field(code), .field(password),
          step.sent.isExpired
            ? nil
            : button(
              "save", texts("identifier.reset"), action: .submitReset, role: .primary,
              required: [code, password]),
          resend,
        ])
    case .signIn, .signUp:
      return screen(
        texts(isPhone ? "identifier.checkPhone" : "identifier.checkEmail"),
        lead: texts("identifier.codeSent", ["address": step.sentTo]),
        firstFocus: step.sent.isExpired ? nil : .code,
        codeForm(code, step.sent, action: .submitCode, label: "identifier.verify", resend) + [
          step.purpose == .signIn && choices.hasPasswords
            ? button("password", texts("identifier.passwordInstead"), action: .usePassword) : nil,
          step.purpose == .signIn && !choices.isConfirmation
            ? button("other-address", texts("identifier.useAnotherAddress"), action: .startAgain) : nil,
          hint(for: step.purpose).map { text("hint", texts($0), style: .caption) },
          text(
            "not-arrived", texts(isPhone ? "identifier.notArrivedPhone" : "identifier.notArrived"),
            style: .caption),
        ])
    }
  }

  /// The field of a code and its buttons. Only another code helps after its end.
  func codeForm(
    _ field: ScreenContent.Field, _ sent: SentCode, action: SignInAction, label: String,
    _ resend: ScreenContent.Element
  ) -> [ScreenContent.Element?] {
    if sent.isExpired { return [resend] }
    return [
      .field(field),
      button("continue", texts(label), action: action, role: .primary, required: [field]), resend,
    ]
  }

  /// The key of a sentence about users who have no account, or who have one. It is the same for every address.
  private func hint(for purpose: CodeStep.Purpose) -> String? {
    if choices.isConfirmation { return nil }
    if choices.needsInvitation { return "identifier.invitedHint" }
    if purpose == .signUp { return "identifier.signUpHint" }
    return choices.isSignUpOpen ? "identifier.createsAccount" : nil
  }

  func codeField(length: Int?, label: String = "identifier.code") -> ScreenContent.Field {
    ScreenContent.Field(
      name: .code, id: id("code"), label: texts(label), kind: .oneTimeCode(length: length))
  }

  /// The button that sends another code, with the time after which it can. It is the main one if the code has expired.
  func resendButton(_ sent: SentCode, _ label: String) -> ScreenContent.Element {
    let wait = remaining(sent.resendAt)
    return button(
      "resend", wait.map { texts("identifier.resendIn", ["duration": texts.duration($0)]) } ?? label,
      action: .sendCode, role: sent.isExpired ? .primary : .link)
  }
}

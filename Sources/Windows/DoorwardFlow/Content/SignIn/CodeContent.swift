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
        firstFocus: .code,
        [
          .field(code), .field(password),
          button(
            "save", texts("identifier.reset"), action: .submitReset, role: .primary,
            required: [code, password]),
          resend,
        ])
    case .signIn, .signUp:
      let hint =
        step.purpose == .signUp || choices.needsInvitation
        ? texts(choices.needsInvitation ? "identifier.invitedHint" : "identifier.signUpHint") : nil
      return screen(
        texts("identifier.codeTitle"), lead: texts("identifier.codeSent", ["address": step.sentTo]),
        firstFocus: .code,
        [
          .field(code),
          button(
            "continue", texts("identifier.verify"), action: .submitCode, role: .primary, required: [code]),
          resend,
          step.purpose == .signIn && choices.hasPasswords
            ? button("password", texts("identifier.passwordInstead"), action: .usePassword) : nil,
          hint.map { text("hint", $0, style: .caption) },
          text(
            "not-arrived", texts(isPhone ? "identifier.notArrivedPhone" : "identifier.notArrived"),
            style: .caption),
        ])
    }
  }

  func codeField(length: Int?, label: String = "identifier.code") -> ScreenContent.Field {
    ScreenContent.Field(
      name: .code, id: id("code"), label: texts(label), kind: .oneTimeCode(length: length))
  }

  /// The button that sends another code, with the time after which it can.
  func resendButton(_ sent: SentCode, _ label: String) -> ScreenContent.Element {
    let wait = remaining(sent.resendAt)
    return button(
      "resend", wait.map { texts("identifier.resendIn", ["duration": texts.duration($0)]) } ?? label,
      action: .sendCode)
  }
}

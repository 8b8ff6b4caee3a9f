/// The later steps of the changes of an account.
extension AccountDrawing {
  func code(_ change: AccountChange, _ address: String, _ sent: SentCode) -> ScreenContent {
    let name = "\(change.name).code"
    let field = ScreenContent.Field(
      name: .code, id: id("\(name).code"), label: texts("identifier.code"),
      kind: .oneTimeCode(length: choices.codeLength))
    let wait = sent.resendAt.map { RemainingTime(until: $0, at: now) }
    var content = screen(
      name, texts("identifier.codeTitle"), lead: texts("identifier.codeSent", ["address": address]),
      firstFocus: .code,
      [
        .field(field),
        button("\(name).confirm", texts("identifier.verify"), .confirm, .primary, required: [field]),
        button(
          "\(name).resend",
          wait.map { texts("identifier.resendIn", ["duration": texts.duration($0)]) }
            ?? texts("identifier.resend"), .sendCode, .link),
        button("\(name).cancel", texts("action.cancel"), .dismiss, .cancel),
      ])
    content.changesAt = wait.flatMap { $0.changesAt > now ? $0.changesAt : nil }
    return content
  }

  func newAuthenticator(_ authenticator: NewAuthenticator) -> ScreenContent {
    let part = { (name: String) in id("new-authenticator.\(name)") }
    let field = ScreenContent.Field(
      name: .code, id: part("code"), label: texts("secondFactor.firstCode"),
      kind: .oneTimeCode(length: TypedCode.authenticatorLength))
    return screen(
      "new-authenticator", texts("secondFactor.add"), lead: texts("secondFactor.scan"), firstFocus: .code,
      AuthenticatorKey(authenticator, texts: texts, id: part).elements + [
        .field(field),
        button(
          "new-authenticator.confirm", texts("secondFactor.confirm"), .confirm, .primary, required: [field]),
        button("new-authenticator.cancel", texts("action.cancel"), .dismiss, .cancel),
      ])
  }

  func recoveryCodes(_ step: RecoveryCodesStep) -> ScreenContent {
    screen(
      "recovery-codes", texts("secondFactor.showTitle"), lead: texts("secondFactor.showText"),
      RecoveryCodeList(
        step.codes, application: content.signIn.configuration.brand?.name ?? choices.applicationName,
        texts: texts, id: { id("recovery-codes.\($0)") }
      ).elements + [
        step.isWarning
          ? text("recovery-codes.warning", texts("windows.factor.saveWarning"), .warning)
          : text("recovery-codes.once", texts("secondFactor.showOnce"), .caption),
        button("recovery-codes.saved", texts("secondFactor.saved"), .savedCodes, .primary),
      ])
  }

  func savedFile(_ file: TextFile) -> ScreenContent {
    screen(
      "export.file", texts("data.download"), lead: texts("data.text"),
      [
        .button(
          ScreenContent.Button(
            id: id("export.file.save"), label: texts("windows.saveFile"), role: .primary, action: .save(file),
            symbol: .save)),
        button("export.file.close", texts("windows.close"), .dismiss, .cancel),
      ])
  }
}

/// The later steps of the changes of an account.
extension AccountDrawing {
  func code(_ change: AccountChange, address: String, sent: SentCode) -> ScreenContent {
    let name = "\(change.name).code"
    let field = ScreenContent.Field(
      name: .code, id: id("\(name).code"), label: texts("identifier.code"),
      kind: .oneTimeCode(length: choices.codeLength))
    let wait = sent.resendAt.map { RemainingTime(until: $0, at: now) }
    var content = screen(
      name,
      texts(address.utf8.contains(UInt8(ascii: "@")) ? "identifier.checkEmail" : "identifier.checkPhone"),
      lead: texts("identifier.codeSent", ["address": address]),
      firstFocus: .code,
      elements: [
        .field(field),
        button(
          "\(name).confirm", texts("identifier.verify"), action: .confirm, role: .primary, required: [field]),
        button(
          "\(name).resend",
          wait.map { texts("identifier.resendIn", ["duration": texts.duration($0)]) }
            ?? texts("identifier.resend"), action: .sendCode, role: .link),
        button("\(name).cancel", texts("action.cancel"), action: .dismiss, role: .cancel),
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
      elements: AuthenticatorKey(authenticator, texts: texts, id: part).elements + [
        .field(field),
        button(
          "new-authenticator.confirm", texts("secondFactor.confirm"), action: .confirm, role: .primary,
          required: [field]),
        button("new-authenticator.cancel", texts("action.cancel"), action: .dismiss, role: .cancel),
      ])
  }

  func recoveryCodes(_ step: RecoveryCodesStep) -> ScreenContent {
    screen(
      "recovery-codes", texts("secondFactor.showTitle"), lead: texts("secondFactor.showText"),
      elements: RecoveryCodeList(
        step.codes, application: content.signIn.configuration.brand?.name ?? choices.applicationName,
        texts: texts, id: { id("recovery-codes.\($0)") }
      ).elements + [
        step.isWarning
          ? text("recovery-codes.warning", texts("windows.factor.saveWarning"), style: .warning)
          : text("recovery-codes.once", texts("secondFactor.showOnce"), style: .caption),
        button("recovery-codes.saved", texts("secondFactor.saved"), action: .savedCodes, role: .primary),
      ])
  }

  func savedFile(_ file: TextFile) -> ScreenContent {
    screen(
      "export.file", texts("data.download"), lead: texts("data.text"),
      elements: [
        .button(
          ScreenContent.Button(
            id: id("export.file.save"), label: texts("windows.saveFile"), role: .primary, action: .save(file),
            symbol: .save)),
        button("export.file.close", texts("windows.close"), action: .dismiss, role: .cancel),
      ])
  }
}

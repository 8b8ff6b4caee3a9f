/// The views of second factors.
extension SignInDrawing {
  func secondFactor(_ step: SecondFactorStep) -> ScreenContent {
    var content =
      switch step.chosen {
      case .passkey: passkeyFactor()
      case .authenticator: authenticatorFactor()
      case .sentCode: codeFactor(step)
      case .recoveryCode: recoveryFactor()
      }
    content.elements += step.factors.filter { $0 != step.chosen }.map(alternative)
    return content
  }

  private func alternative(_ factor: SecondFactorKind) -> ScreenContent.Element {
    let label =
      switch factor {
      case .passkey: texts("secondFactor.usePasskey")
      case .authenticator: texts("secondFactor.useAuthenticator")
      case .sentCode: texts("secondFactor.useSentCode")
      case .recoveryCode: texts("secondFactor.useRecoveryCode")
      }
    return button("use-\(factor.contentName)", label, action: .chooseFactor(factor))
  }

  private func passkeyFactor() -> ScreenContent {
    screen(
      texts("secondFactor.passkeyTitle"), lead: texts("secondFactor.passkeyLead"),
      [
        button(
          "passkey", texts("secondFactor.passkeyAction"), action: .usePasskey, role: .primary,
          symbol: .passkey)
      ])
  }

  private func authenticatorFactor() -> ScreenContent {
    let field = codeField(length: TypedCode.authenticatorLength, label: "secondFactor.code")
    return screen(
      texts("secondFactor.codeTitle"), lead: texts("secondFactor.codeLead"), firstFocus: .code,
      [
        .field(field),
        button(
          "continue", texts("secondFactor.verify"), action: .submitFactor, role: .primary, required: [field]),
      ])
  }

  private func codeFactor(_ step: SecondFactorStep) -> ScreenContent {
    guard let sent = step.sent else {
      return screen(
        texts("secondFactor.sendTitle"), lead: texts("secondFactor.sentLead"),
        [button("send", texts("secondFactor.sendAgain"), action: .sendCode, role: .primary, symbol: .code)])
    }
    let field = codeField(length: choices.codeLength)
    let channels = sent.channels.filter { $0 != sent.channel }.map { kind in
      button(
        "send-\(kind == .email ? "email" : "sms")",
        texts(kind == .email ? "secondFactor.useEmail" : "secondFactor.useSMS"), action: .sendCodeTo(kind))
    }
    return screen(
      texts("secondFactor.sendTitle"),
      lead: sent.maskedAddress.map { texts("identifier.codeSent", ["address": $0]) }
        ?? texts("secondFactor.sentLead"), firstFocus: sent.isExpired ? nil : .code,
      codeForm(
        field, sent, action: .submitFactor, label: "secondFactor.verify",
        resendButton(sent, texts("identifier.resend"))) + channels)
  }

  private func recoveryFactor() -> ScreenContent {
    let field = ScreenContent.Field(
      name: .code, id: id("code"), label: texts("secondFactor.recoveryCode"), kind: .recoveryCode)
    return screen(
      texts("secondFactor.recoveryTitle"), lead: texts("windows.factor.recoveryLead"), firstFocus: .code,
      [
        .field(field),
        button(
          "continue", texts("secondFactor.verify"), action: .submitFactor, role: .primary, required: [field]),
      ])
  }

  // MARK: A new factor

  func newFactor(_ step: NewFactorStep) -> ScreenContent {
    let name = applicationName ?? texts("windows.thisApp")
    guard let authenticator = step.authenticator else {
      let isFirst = { (factor: SecondFactorKind) in step.factors.first == factor }
      let lead =
        switch step.factors {
        case [.authenticator]: "secondFactor.requiredLead"
        case [.passkey]: "windows.factor.newPasskeyLead"
        default: "windows.factor.newChoiceLead"
        }
      return screen(
        texts("secondFactor.requiredTitle"), lead: texts(lead, ["name": name]),
        step.factors.map { factor in
          factor == .passkey
            ? button(
              "passkey", texts("secondFactor.newPasskeyAction"), action: .chooseFactor(.passkey),
              role: isFirst(factor) ? .primary : .secondary, symbol: .passkey)
            : button(
              "authenticator", texts("secondFactor.add"), action: .chooseFactor(.authenticator),
              role: isFirst(factor) ? .primary : .secondary, symbol: .authenticator)
        })
    }
    let field = codeField(length: TypedCode.authenticatorLength, label: "secondFactor.firstCode")
    let elements = AuthenticatorKey(authenticator, texts: texts, id: id).elements
    return screen(
      texts("secondFactor.requiredTitle"), lead: texts("secondFactor.scan"), firstFocus: .code,
      elements + [
        .field(field),
        button(
          "confirm", texts("secondFactor.confirm"), action: .submitFactor, role: .primary, required: [field]),
        step.factors.contains(.passkey)
          ? button("passkey", texts("secondFactor.usePasskey"), action: .chooseFactor(.passkey)) : nil,
      ])
  }

  func recoveryCodes(_ step: RecoveryCodesStep) -> ScreenContent {
    screen(
      texts("secondFactor.showTitle"), lead: texts("secondFactor.showText"),
      RecoveryCodeList(step.codes, application: applicationName, texts: texts, id: id).elements
        + [
          step.isWarning
            ? text("warning", texts("windows.factor.saveWarning"), style: .warning)
            : text("once", texts("secondFactor.showOnce"), style: .caption),
          button("saved", texts("secondFactor.saved"), action: .savedCodes, role: .primary),
        ])
  }
}

/// The QR code and the key of a new authenticator.
struct AuthenticatorKey {
  let elements: [ScreenContent.Element?]

  init(_ authenticator: NewAuthenticator, texts: ContentTexts, id: (String) -> String) {
    let copy = ScreenContent.Button(
      id: id("copy-key"), label: texts("secondFactor.copy"), action: .copy(authenticator.secret),
      symbol: .copy, accessibilityLabel: texts("secondFactor.copyKey"))
    elements = [
      .qrCode(
        ScreenContent.QRCode(
          id: id("qr-code"), label: texts("secondFactor.picture"), svg: authenticator.qrCode,
          uri: authenticator.uri)),
      .button(
        ScreenContent.Button(
          id: id("open-app"), label: texts("secondFactor.sameDevice"), role: .link,
          action: .open(authenticator.uri))),
      .secret(
        ScreenContent.Secret(
          id: id("key"), label: texts("secondFactor.key"), groups: authenticator.secret.groups(of: 4),
          hint: texts("secondFactor.keyHelp"), copy: copy)),
    ]
  }
}

/// The list of recovery codes, with the buttons that store them.
struct RecoveryCodeList {
  let elements: [ScreenContent.Element?]

  init(_ codes: [String], application: String?, texts: ContentTexts, id: (String) -> String) {
    let list = codes.joined(separator: "\n")
    let name = application ?? texts("windows.thisApp")
    let file = TextFile(
      name: texts("secondFactor.fileName", ["site": name.fileName]),
      text: """
        \(texts("secondFactor.fileTitle", ["site": name]))

        \(list)

        \(texts("secondFactor.fileNote"))

        """)
    elements = [
      .codes(
        ScreenContent.CodeList(
          id: id("codes"), label: texts("secondFactor.listLabel"), codes: codes,
          actions: [
            ScreenContent.Button(
              id: id("copy"), label: texts("secondFactor.copyAll"), action: .copy(list), symbol: .copy),
            ScreenContent.Button(
              id: id("save"), label: texts("windows.save"), action: .save(file), symbol: .save,
              accessibilityLabel: texts("windows.saveFile")),
          ]))
    ]
  }
}

extension String {
  /// The text in groups of some characters.
  func groups(of size: Int) -> [String] {
    let characters = Array(self)
    return stride(from: 0, to: characters.count, by: size).map {
      String(characters[$0..<Swift.min($0 + size, characters.count)])
    }
  }

  /// The text in lower-case ASCII letters, digits and hyphens.
  fileprivate var fileName: String {
    let parts = lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return parts.isEmpty ? "doorward" : parts.joined(separator: "-")
  }
}

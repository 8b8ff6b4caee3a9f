internal import Foundation

/// One view of a sign-in in the making.
struct SignInDrawing {
  let flow: SignInFlow
  let texts: ContentTexts
  let configuration: SignInConfiguration
  let now: Date

  var choices: SignInChoices { flow.choices ?? SignInChoices() }
  /// The stable name of the view.
  var name: String { flow.screen.contentName }

  func id(_ part: String) -> String { "doorward.sign-in.\(name).\(part)" }

  var content: ScreenContent {
    var content = body
    content.language = texts.language
    content.isRightToLeft = texts.isRightToLeft
    content.isBusy = flow.isBusy
    decorate(&content)
    explain(&content)
    addToolbar(&content)
    content.changesAt = changesAt
    return content
  }

  private var body: ScreenContent {
    switch flow.screen {
    case .loading: loading
    case .unavailable: unavailable
    case .nothingOffered: nothingOffered
    case .start(let typed): start(typed)
    case .wallets: wallets
    case .password(let identifier): password(identifier)
    case .signUp(let form): signUp(form)
    case .code(let step): code(step)
    case .proof(let method): proof(method)
    case .secondFactor(let step): secondFactor(step)
    case .newFactor(let step): newFactor(step)
    case .keepAccount(let step): keepAccount(step)
    case .recoveryCodes(let step): recoveryCodes(step)
    case .tooLate: tooLate
    case .recoveryCodeUsed(let left): recoveryCodeUsed(left)
    case .yourName: yourName
    case .passkeyOffer: passkeyOffer
    case .finished: screen(signInTitle)
    }
  }

  /// A view with a heading.
  func screen(
    _ title: String, lead: String? = nil, firstFocus: FieldName? = nil,
    _ elements: [ScreenContent.Element?] = []
  ) -> ScreenContent {
    var content = ScreenContent(
      name: name, id: "doorward.sign-in.\(name)", language: "", title: title, lead: lead,
      elements: elements.compactMap(\.self))
    content.firstFocus = firstFocus
    return content
  }

  // MARK: Controls

  /// A button. It is enabled if the flow allows its act with texts in the required fields.
  func button(
    _ part: String, _ label: String, action: SignInAction, role: ScreenContent.Button.Role = .link,
    required: [ScreenContent.Field] = [], symbol: ScreenContent.Symbol? = nil, badge: String? = nil,
    hint: String? = nil, accessibilityLabel: String? = nil
  ) -> ScreenContent.Element {
    .button(
      control(
        part, label, action: action, role: role, required: required, symbol: symbol, badge: badge, hint: hint,
        accessibilityLabel: accessibilityLabel))
  }

  func control(
    _ part: String, _ label: String, action: SignInAction, role: ScreenContent.Button.Role,
    required: [ScreenContent.Field] = [], symbol: ScreenContent.Symbol? = nil, badge: String? = nil,
    hint: String? = nil, accessibilityLabel: String? = nil
  ) -> ScreenContent.Button {
    let samples = FieldTexts(Dictionary(uniqueKeysWithValues: required.map { ($0.name, $0.sample) }))
    return ScreenContent.Button(
      id: id(part), label: label, role: role, action: .signIn(action),
      isEnabled: flow.allows(action.act(with: samples)), isBusy: action.waits(in: flow),
      required: required.map(\.name), symbol: symbol, badge: badge, hint: hint,
      accessibilityLabel: accessibilityLabel)
  }

  func text(
    _ part: String, _ text: String, style: ScreenContent.Paragraph.Style = .body
  ) -> ScreenContent.Element { .text(ScreenContent.Paragraph(id: id(part), text, style)) }

  private func addToolbar(_ content: inout ScreenContent) {
    switch flow.screen {
    // Here, leaving has a button of its own.
    case .tooLate, .keepAccount, .finished: break
    default:
      let isCancel = flow.history.isEmpty || flow.screen.isProof
      if !flow.history.isEmpty || flow.allows(.back) {
        content.back = control(
          "back", texts(isCancel ? "action.cancel" : "windows.back"), action: .back, role: .cancel)
      }
    }
    switch flow.screen {
    case .finished: break
    default: content.close = control("close", texts("windows.close"), action: .cancel, role: .cancel)
    }
  }

  // MARK: Times

  /// The time until which a button is disabled.
  func remaining(_ end: Date?) -> RemainingTime? { end.map { RemainingTime(until: $0, at: now) } }

  private var changesAt: Date? {
    let ends = [flow.problem?.waitsUntil, flow.timers[.resend]]
    return ends.compactMap { remaining($0)?.changesAt }.filter { $0 > now }.min()
  }
}

extension ScreenContent.Field {
  /// A text that the field accepts.
  var sample: String {
    switch kind {
    case .oneTimeCode(let length): String(repeating: "0", count: length ?? 1)
    case .recoveryCode: String(repeating: "0", count: TypedCode.recoveryLength)
    case .choice(let options): options.first?.id ?? ""
    // The kind of an identifier follows from its text, and decides which step is next.
    default: initialText.trimmed.isEmpty ? "a" : initialText
    }
  }
}

extension SignInScreen {
  /// The name of the view in identifiers of controls.
  var contentName: String {
    switch self {
    case .secondFactor(let step): "second-factor.\(step.chosen.contentName)"
    case .newFactor(let step) where step.authenticator != nil: "new-factor.authenticator"
    case .code(let step):
      switch step.purpose {
      case .signIn: "code.sign-in"
      case .signUp: "code.sign-up"
      case .reset: "code.reset"
      }
    default: String(name.map { $0 == "_" ? "-" : $0 })
    }
  }
}

extension SecondFactorKind {
  /// The name in identifiers of controls.
  var contentName: String {
    switch self {
    case .passkey: "passkey"
    case .authenticator: "authenticator"
    case .sentCode: "sent-code"
    case .recoveryCode: "recovery-code"
    }
  }
}

extension SignInAction {
  /// Whether the step waits for its answer.
  func waits(in flow: SignInFlow) -> Bool {
    guard let request = flow.pending?.request else { return false }
    switch (self, request) {
    case (.continueWithIdentifier, .sendCode), (.submitPassword, .signIn), (.resetPassword, .reset),
      (.sendCode, .sendCode), (.sendCode, .resend), (.signUp, .signUp),
      (.signUpWithPasskey, .signUpWithPasskey), (.submitCode, .verifyCode), (.submitReset, .confirmReset),
      (.chooseFactor(.authenticator), .enrollAuthenticator), (.chooseFactor(.passkey), .enrollPasskey),
      (.submitFactor, .verifyFactor), (.submitFactor, .verifyFactorCode),
      (.submitFactor, .finishAuthenticator), (.usePasskey, .verifyWithPasskey),
      (.keepAccount, .keepAccount), (.submitName, .setName), (.addPasskey, .addPasskey):
      return true
    case (.choose(let method), .prove(let proven)): return method == proven
    case (.sendCodeTo(let kind), .sendFactorCode(_, let chosen)): return kind == chosen
    case (.sendCodeTo(let kind), .sendCode(_, let sent)): return kind == sent
    case (.sendCode, .sendFactorCode(_, let chosen)): return chosen == flow.screen.channel
    default: return false
    }
  }
}

extension SignInScreen {
  /// Whether a sheet of the system, a wallet or a browser asks the user.
  fileprivate var isProof: Bool { if case .proof = self { true } else { false } }

  /// The kind of address of the code of a second factor.
  fileprivate var channel: IdentifierKind? {
    if case .secondFactor(let step) = self { step.sent?.channel } else { nil }
  }
}

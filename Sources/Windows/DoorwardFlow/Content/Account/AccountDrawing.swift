internal import Foundation

/// An account window in the making.
struct AccountDrawing {
  let flow: AccountFlow
  let content: AccountContent
  let texts: ContentTexts
  let now: Date

  typealias Element = ScreenContent.Element

  var choices: SignInChoices { flow.offer?.choices ?? SignInChoices() }

  func id(_ part: String) -> String { "doorward.account.\(part)" }

  // MARK: The page

  var page: ScreenContent {
    var page = body
    page.isBusy = flow.isBusy && flow.dialog == nil
    page.notice = flow.made.flatMap(notice)
    if flow.dialog == nil { explain(&page) }
    page.close =
      flow.end == nil ? control("close", texts("windows.close"), action: .close, role: .cancel) : nil
    return page
  }

  private var body: ScreenContent {
    if let end = flow.end { return ended(end) }
    guard let user = flow.user else {
      guard flow.problem != nil else {
        return screen(
          "loading", texts("account.title"),
          elements: [
            .progress(
              ScreenContent.Progress(id: id("loading.progress"), label: texts("windows.account.loading")))
          ])
      }
      return screen(
        "unavailable", texts("account.title"),
        elements: [button("unavailable.retry", texts("action.tryAgain"), action: .retry, role: .primary)])
    }
    let identities = [
      profile(user), addresses(user), wallets(user), passkeys, otherIdentities(user),
    ].map { $0.map(Element.section) }
    let only = user.hasOneIdentity ? text("only-identity", texts("identities.only"), style: .caption) : nil
    let others = [password(user), secondFactors(user), sessions, data, leaving].map {
      $0.map(Element.section)
    }
    return screen(
      "account", texts("account.title"),
      lead: user.shownName.map { texts("account.signedInAs", ["name": $0]) },
      elements: identities + [only] + others)
  }

  private func ended(_ end: AccountEnd) -> ScreenContent {
    switch end {
    case .closed: screen("finished.closed", texts("account.title"))
    case .signedOut: screen("finished.signed-out", texts("account.signedOut"))
    case .deleted:
      screen("finished.deleted", texts("account.deletedLater"), lead: texts("windows.account.deletedText"))
    }
  }

  /// A view with a heading.
  func screen(
    _ name: String, _ title: String, lead: String? = nil, firstFocus: FieldName? = nil,
    elements: [Element?] = []
  ) -> ScreenContent {
    var screen = ScreenContent(
      name: name, id: id(name), language: texts.language, isRightToLeft: texts.isRightToLeft, title: title,
      lead: lead, elements: elements.compactMap(\.self))
    screen.firstFocus = firstFocus
    screen.colors = choices.colors
    return screen
  }

  // MARK: Controls

  func button(
    _ part: String, _ label: String, action: AccountAction,
    role: ScreenContent.Button.Role = .secondary, required: [ScreenContent.Field] = [],
    symbol: ScreenContent.Symbol? = nil
  ) -> Element {
    .button(control(part, label, action: action, role: role, required: required, symbol: symbol))
  }

  /// A button. It is enabled if the flow allows its act with texts in the required fields.
  func control(
    _ part: String, _ label: String, action: AccountAction, role: ScreenContent.Button.Role = .secondary,
    required: [ScreenContent.Field] = [], symbol: ScreenContent.Symbol? = nil,
    accessibilityLabel: String? = nil
  ) -> ScreenContent.Button {
    let samples = FieldTexts(Dictionary(uniqueKeysWithValues: required.map { ($0.name, $0.sample) }))
    return ScreenContent.Button(
      id: id(part), label: label, role: role, action: .account(action),
      isEnabled: flow.allows(action.act(with: samples)), isBusy: isBusy(action),
      required: required.map(\.name), symbol: symbol, accessibilityLabel: accessibilityLabel)
  }

  private func isBusy(_ action: AccountAction) -> Bool {
    switch (action, flow.pending?.request) {
    case (.sendCode, .resend), (.confirm, .change), (.confirm, .verifyCode),
      (.confirm, .confirmAuthenticator):
      true
    case (.reload(let list), _): flow.reading[list] != nil
    default: false
    }
  }

  func text(_ part: String, _ text: String, style: ScreenContent.Paragraph.Style = .body) -> Element {
    .text(ScreenContent.Paragraph(id: id(part), text, style))
  }

  // MARK: Problems and notices

  func explain(_ screen: inout ScreenContent) {
    guard let problem = flow.problem else { return }
    let remaining = problem.waitsUntil.map { RemainingTime(until: $0, at: now) }
    let wait = remaining.map { texts("problem.retryIn", ["duration": texts.duration($0)]) }
    screen.changesAt = [screen.changesAt, remaining?.changesAt].compactMap(\.self).filter { $0 > now }.min()
    let retry = control("\(screen.name).retry", texts("action.tryAgain"), action: .retry)
    let hasRetry = screen.buttons.contains { $0.action == .account(.retry) }
    screen.problem = ScreenContent.Problem(
      id: id("\(screen.name).problem"),
      text: ErrorSentences(texts: texts).complete(sentence(of: problem), wait: wait, trace: problem.trace),
      field: wait == nil ? problem.field(among: Set(screen.fields.map(\.name))) : nil,
      retry: retry.isEnabled && !hasRetry ? retry : nil)
  }

  func sentence(of problem: SignInProblem) -> String {
    let sentences = ErrorSentences(texts: texts)
    if let reason = sentences.ofAdvice(problem.advice) { return reason }
    switch (flow.dialog?.step, flow.dialog?.change, problem.code) {
    case (_, _, "not_confirmed"): return texts("again.notDone")
    case (.code, _, _) where problem.remedy == .anotherChallenge: return sentences.ofSentCode(problem.code)
    case (.authenticator, _, "invalid_code"), (_, .addAuthenticator, "invalid_code"):
      return texts("secondFactor.addedWrong")
    case (_, .addAuthenticator, _) where problem.remedy == .anotherChallenge:
      return texts("secondFactor.enrollmentOver")
    // Without a dialog, only a photo is sent.
    case (_, nil, "body_too_large"): return texts("photo.tooLarge")
    case (_, .password, "invalid_credentials"): return texts("password.currentWrong")
    case (_, .link(let method), _): return sentences.ofProof(method, problem.code, isFault: problem.isFault)
    case (_, .addAuthenticator, _), (_, .addFactorCode, _), (_, .removeFactor, _), (_, .newRecoveryCodes, _):
      return sentences.sentence(problem.code, section: "secondFactor", isFault: problem.isFault)
    case (_, .renamePasskey, _), (_, .removePasskey, _):
      return sentences.sentence(problem.code, section: "passkeys", isFault: problem.isFault)
    default: return sentences.sentence(problem.code, section: "identifier", isFault: problem.isFault)
    }
  }

  private func notice(_ made: MadeChange) -> String? {
    switch made {
    case .change(let change): notice(change)
    case .photo: texts("photo.saved")
    }
  }

  /// The sentence about a change that was made.
  private func notice(_ change: AccountChange) -> String? {
    switch change {
    case .profile: texts("profile.saved")
    case .username: texts("userName.saved")
    case .removeUsername: texts("userName.removed")
    case .removePhoto: texts("photo.removed")
    case .email: texts("code.savedEmail")
    case .phoneNumber: texts("code.savedPhone")
    case .link(.passkey): texts("passkeys.added")
    case .link: texts("identities.added")
    case .unlink: texts("identities.removed")
    case .password: texts("windows.account.passwordSaved")
    case .renamePasskey: texts("passkeys.renamed")
    case .removePasskey: texts("passkeys.removed")
    case .addAuthenticator: texts("secondFactor.doneAnother")
    case .addFactorCode: texts("secondFactor.codesAdded")
    case .removeFactor: texts("secondFactor.removed")
    case .newRecoveryCodes: nil
    case .endSession: texts("sessions.signedOut")
    case .endOtherSessions: texts("sessions.othersDone")
    case .signOut, .signOutEverywhere, .export, .deleteAccount: nil
    }
  }
}

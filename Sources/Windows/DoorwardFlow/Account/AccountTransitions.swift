/// The transitions of an act and of an answer.
extension AccountFlow {
  mutating func apply(_ move: Move) {
    switch move {
    case .open(let change):
      forget()
      dialog = AccountDialog(change)
      if change.beginsAtOnce { send(.change(change, FieldTexts())) }
    case .send(let request):
      forget()
      send(request)
    case .submit(let request, let texts):
      forget()
      dialog?.typed = texts.withoutSecrets
      send(request)
    case .read(let list): read(list)
    case .dismiss:
      forget()
      dialog = nil
    case .warn:
      guard case .recoveryCodes(var step) = dialog?.step else { return }
      step.isWarning = true
      dialog?.step = .recoveryCodes(step)
    case .finish(let end):
      forget()
      dialog = nil
      reading = [:]
      self.end = end
    }
  }

  /// Forgets the last step.
  private mutating func forget() {
    pending = nil
    problem = nil
    waiting = nil
    made = nil
  }

  // MARK: Answers

  mutating func take(_ answer: AccountAnswer, to request: AccountRequest) {
    forget()
    switch answer {
    case .read(let user, let offer):
      (self.user, self.offer) = (user, offer)
      for list in AccountList.allCases { read(list) }
    case .changed(let user):
      guard isSame(user) else { return apply(.finish(.signedOut)) }
      self.user = user ?? self.user
      finishChange(by: request)
    case .codeSent(let sent): show(sent, of: request)
    case .authenticator(let authenticator): dialog?.step = .authenticator(authenticator)
    case .recoveryCodes(let codes):
      if codes.isEmpty {
        finishChange(by: request)
      } else {
        dialog?.step = .recoveryCodes(RecoveryCodesStep(codes: codes))
        readLists()
      }
    case .file(let file): dialog?.step = .file(file)
    case .signInAgain(let reason):
      waiting = request
      dialog?.confirmation = reason
    case .signedOut: apply(.finish(.signedOut))
    case .deleted: apply(.finish(.deleted))
    case .cancelled: if dialog?.change.beginsAtOnce == true { dialog = nil }
    case .refused(let problem): refuse(problem, request)
    }
  }

  /// Whether the user is still the one whose account the window shows.
  func isSame(_ user: AccountUser?) -> Bool { user == nil || user?.id == self.user?.id }

  private mutating func finishChange(by request: AccountRequest) {
    readLists()
    made = request == .setPhoto ? .photo : dialog.map { .change($0.change) }
    dialog = nil
  }

  private mutating func readLists() { for list in dialog?.change.lists ?? [] { read(list) } }

  private mutating func show(_ sent: SentCode, of request: AccountRequest) {
    switch (request, dialog?.step) {
    case (.resend, .code(let address, _)): dialog?.step = .code(address: address, sent)
    case (.change(_, let texts), _): dialog?.step = .code(address: texts[.address].trimmed, sent)
    default: break
    }
  }

  private mutating func refuse(_ problem: SignInProblem, _ request: AccountRequest) {
    self.problem = problem
    if problem.remedy == .retry { waiting = request }
    switch (dialog?.step, problem.remedy) {
    case (.code(let address, var sent), .anotherChallenge):
      if case .resend = request { return }
      sent.isExpired = true
      dialog?.step = .code(address: address, sent)
    // The code has expired while the server was checking it.
    case (.code(_, let sent), .otherInput) where sent.isExpired,
      (.code(_, let sent), .retry) where sent.isExpired:
      if case .resend = request { return }
      explainExpiry()
    // The key has expired. The user begins again.
    case (.authenticator, .anotherChallenge): dialog?.step = .form
    default: break
    }
  }

  /// Says that the code has expired. The request with the code cannot be repeated.
  mutating func explainExpiry() {
    problem = .expired
    waiting = nil
  }

  mutating func refuse(_ list: AccountList, _ problem: SignInProblem) {
    lists.fail(list, because: problem)
  }

  /// Goes on after the sign-in that confirms the user.
  mutating func goOn(isConfirmed: Bool) {
    let request = waiting
    forget()
    dialog?.confirmation = nil
    if case .code(_, let sent) = dialog?.step, case .verifyCode? = request, sent.isExpired {
      explainExpiry()
    } else if isConfirmed, let request {
      send(request)
    } else {
      if dialog?.change.beginsAtOnce == true { dialog = nil }
      problem = .notConfirmed
    }
  }
}

extension SignInProblem {
  /// The user did not sign in again.
  static let notConfirmed = SignInProblem(code: "not_confirmed")
}

extension FieldTexts {
  /// The texts that a form may show again.
  var withoutSecrets: FieldTexts {
    var texts = self
    for name in [FieldName.password, .newPassword, .code] { texts[name] = "" }
    return texts
  }
}

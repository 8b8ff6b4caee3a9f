/// The transitions of an act and of an answer.
extension SignInFlow {
  mutating func apply(_ move: Move) {
    pending = nil
    explain(nil)
    change(move)
  }

  private mutating func change(_ move: Move) {
    switch move {
    case .keep(let screen, let move):
      self.screen = screen
      change(move)
    case .replace(let screen): self.screen = screen
    case .show(let screen): show(screen)
    case .send(let request):
      if request == .readOffer { screen = .loading }
      if let method = request.outsideMethod { show(.proof(method)) }
      send(request)
    case .back: goBack()
    case .startAgain:
      screen = history.first ?? screen
      history = []
      method = nil
    case .finish(let dismissal):
      screen = .finished(dismissal)
      history = []
    }
  }

  /// Shows a view. A view of the same name that the user has seen before is replaced, so the history stays short.
  private mutating func show(_ new: SignInScreen) {
    history.append(screen)
    history.removeAll { $0.name == new.name }
    screen = new
  }

  private mutating func goBack() { if let last = history.popLast() { screen = last } }

  /// Shows a view of a sign-in whose first factor is proven. The user can only go on or start again.
  mutating func settle(_ screen: SignInScreen, because problem: SignInProblem? = nil) {
    history = Array(history.prefix(1))
    self.screen = screen
    explain(problem)
  }

  /// Shows a problem, or none.
  mutating func explain(_ problem: SignInProblem?, with request: SignInRequest? = nil) {
    self.problem = problem
    self.problem?.method = request?.outsideMethod
    failed = problem?.remedy == .retry && request != .readOffer ? request : nil
    limited = problem?.waitsUntil == nil ? nil : request?.kind
  }

  // MARK: Answers

  mutating func take(_ answer: SignInAnswer, to request: SignInRequest) {
    explain(nil)
    if answer.provesFirstFactor, let proven = request.method { method = proven }
    switch answer {
    case .offer(let choices):
      self.choices = choices
      screen = choices.isEmpty ? .nothingOffered : .start(typed: "")
    case .signedIn(let signedIn):
      history = []
      screen = view(after: signedIn, request)
    case .passkeyAdded: screen = .finished(.completed)
    case .nameSaved:
      guard case .yourName(let offersPasskey) = screen else { return }
      screen = offersPasskey ? .passkeyOffer : .finished(.completed)
    case .secondFactorRequired(let waiting):
      guard let screen = waiting.screen else {
        return refuse(SignInProblem(code: "second_factor_required"), request)
      }
      settle(screen)
    case .deletionPending(let step): settle(.keepAccount(step))
    case .codeSent(let sent): show(sent, of: request)
    case .authenticator(let authenticator):
      guard case .newFactor(var step) = screen else { return }
      step.authenticator = authenticator
      screen = .newFactor(step)
    case .cancelled: if case .proof = screen { goBack() }
    case .refused(let problem): refuse(problem, request)
    }
  }

  /// The view after the sign-in.
  private func view(after signedIn: SignedIn, _ request: SignInRequest) -> SignInScreen {
    if !signedIn.recoveryCodes.isEmpty {
      return .recoveryCodes(RecoveryCodesStep(codes: signedIn.recoveryCodes))
    }
    if request.hasRecoveryCode { return .recoveryCodeUsed(left: signedIn.codesLeft) }
    let offersPasskey = signedIn.mayAddPasskey && method?.hasIdentifier == true
    if signedIn.needsName, method == .code { return .yourName(offersPasskey: offersPasskey) }
    return offersPasskey ? .passkeyOffer : .finished(.completed)
  }

  private mutating func show(_ sent: SentCode, of request: SignInRequest) {
    switch (request, screen) {
    case (.resend, .code(let step)):
      screen = .code(CodeStep(purpose: step.purpose, sentTo: step.sentTo, sent: sent))
    case (.sendFactorCode, .secondFactor(var step)):
      step.sent = sent
      screen = .secondFactor(step)
    case (.sendCode(let address, _), _):
      show(.code(CodeStep(purpose: .signIn, sentTo: address, sent: sent)))
    case (.reset(let identifier), _):
      show(.code(CodeStep(purpose: .reset, sentTo: identifier, sent: sent)))
    case (.signUp(let form), _):
      show(.code(CodeStep(purpose: .signUp, sentTo: form.address, sent: sent)))
    default: break
    }
  }

  private mutating func refuse(_ problem: SignInProblem, _ request: SignInRequest) {
    explain(problem, with: request)
    switch (screen, problem.remedy) {
    case (.loading, _): screen = .unavailable
    case (.proof, _): goBack()
    // A refusal to send another code says nothing about the code before.
    case (.code, .anotherChallenge) where request.kind != .sendCode: screen.expireCode()
    // Only the code has expired. The first factor stays proven.
    case (.secondFactor, .anotherChallenge)
    where request.hasSentCode && problem.code == SignInProblem.expired.code:
      screen.expireCode()
    case (.secondFactor, .anotherChallenge), (.newFactor, .anotherChallenge),
      (.keepAccount, .anotherChallenge):
      settle(.tooLate, because: problem)
    // The code has expired while the server was checking it.
    case (_, .otherInput) where screen.asksForExpiredCode && request.hasSentCode,
      (_, .retry) where screen.asksForExpiredCode && request.hasSentCode:
      explain(.expired)
    default: break
    }
  }
}

extension SignInAnswer {
  /// Whether the server has accepted the first factor.
  fileprivate var provesFirstFactor: Bool {
    switch self {
    case .signedIn, .secondFactorRequired, .deletionPending: true
    default: false
    }
  }
}

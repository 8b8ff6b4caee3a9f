/// The acts that each view allows, and their effects.
extension SignInFlow {
  /// The effect of an act.
  enum Move {
    /// Sends a request.
    case send(SignInRequest)
    /// Shows a view. ``SignInAct/back`` returns from it.
    case show(SignInScreen)
    /// Shows the same view with another content.
    case replace(SignInScreen)
    /// Keeps the typed texts in the view before something else happens.
    indirect case keep(SignInScreen, then: Move)
    case back, startAgain
    case finish(SignInDismissal)
  }

  /// The effect of an act; nil if the act is not allowed.
  func move(for act: SignInAct) -> Move? {
    // If the user left now, the codes would be lost.
    if pending?.request.givesRecoveryCodes == true { return nil }
    switch act {
    case .cancel: return cancellation
    case .back: return history.isEmpty ? interruption : .back
    case .startAgain: return history.isEmpty ? nil : .startAgain
    default: break
    }
    guard !isBusy else { return nil }
    let move = act == .retry ? repetition : viewMove(act)
    if let limited, move?.request?.kind == limited { return nil }
    return move
  }

  private var cancellation: Move? {
    switch screen {
    case .finished: return nil
    case .recoveryCodes(var step):
      step.isWarning = true
      return .replace(.recoveryCodes(step))
    default: return .finish(dismissal)
    }
  }

  /// The dismissal if the app closes the view now.
  var dismissal: SignInDismissal {
    switch screen {
    case _ where screen.isAfterSignIn: .completed
    case .unavailable, .nothingOffered: .failed(problem ?? .nothingOffered)
    default: .cancelled
    }
  }

  /// In a view without one before it, ``SignInAct/back`` only cancels the request.
  private var interruption: Move? {
    guard isBusy else { return nil }
    switch screen {
    case .start, .yourName, .passkeyOffer: return .replace(screen)
    default: return nil
    }
  }

  private var repetition: Move? {
    switch screen {
    case .unavailable, .nothingOffered: .send(.readOffer)
    default: failed.map { .send($0) }
    }
  }

  private func viewMove(_ act: SignInAct) -> Move? {
    guard let choices else { return nil }
    switch screen {
    case .start: return startMove(act, choices)
    case .wallets: return walletMove(act, choices)
    case .password(let identifier): return passwordMove(act, identifier: identifier, choices: choices)
    case .signUp: return signUpMove(act, choices)
    case .code(let step): return codeMove(act, at: step, choices: choices)
    case .secondFactor(let step): return secondFactorMove(act, step)
    case .newFactor(let step): return newFactorMove(act, step)
    case .keepAccount(let step): return act == .keepAccount ? .send(.keepAccount(step.ticket)) : nil
    case .recoveryCodes: return act == .savedCodes ? .finish(.completed) : nil
    case .recoveryCodeUsed: return act == .goOn ? .finish(.completed) : nil
    case .yourName(let offersPasskey): return nameMove(act, offersPasskey: offersPasskey)
    case .passkeyOffer:
      return act == .goOn ? .finish(.completed) : act == .addPasskey ? .send(.addPasskey) : nil
    case .loading, .unavailable, .nothingOffered, .proof, .tooLate, .finished: return nil
    }
  }

  private func startMove(_ act: SignInAct, _ choices: SignInChoices) -> Move? {
    switch act {
    case .continueWith(let typed):
      let identifier = typed.trimmed
      guard !identifier.isEmpty, !choices.isConfirmation || choices.known.contains(identifier) else {
        return nil
      }
      guard let kind = choices.firstCodeKind(of: identifier) else { return password(identifier, choices) }
      return .keep(.start(typed: identifier), then: codeMove(identifier, kind))
    case .continueWithPassword(let typed) where !choices.isConfirmation:
      return password(typed.trimmed, choices)
    case .chooseWallet(let typed) where choices.hasWalletList:
      return .keep(.start(typed: typed.trimmed), then: .show(.wallets))
    case .choose(let method, let typed) where choices.methods.contains(method):
      return .keep(.start(typed: typed.trimmed), then: .send(.prove(method)))
    case .sendCodeTo(let kind) where choices.codeIdentifiers.contains(kind):
      return choices.known[kind].map { codeMove($0, kind) }
    case .createAccount(let typed):
      return signUpForm(typed, choices).map { .keep(.start(typed: typed.trimmed), then: $0) }
    default: return nil
    }
  }

  private func password(_ identifier: String, _ choices: SignInChoices) -> Move? {
    guard choices.hasPasswords, !identifier.isEmpty else { return nil }
    return .keep(.start(typed: identifier), then: .show(.password(identifier: identifier)))
  }

  private func walletMove(_ act: SignInAct, _ choices: SignInChoices) -> Move? {
    if case .choose(let method, _) = act, choices.wallets.contains(method) {
      .send(.prove(method))
    } else {
      nil
    }
  }

  private func signUpForm(_ typed: String, _ choices: SignInChoices) -> Move? {
    guard choices.hasSignUp else { return nil }
    let kind = IdentifierKind.guess(typed.trimmed, among: choices.passwordIdentifiers)
    return .show(.signUp(kind == .username ? SignUpForm(username: typed) : SignUpForm(address: typed)))
  }

  private func passwordMove(_ act: SignInAct, identifier: String, choices: SignInChoices) -> Move? {
    switch act {
    case .submitPassword(let password):
      password.isEmpty ? nil : .send(.signIn(identifier: identifier, password: SecretText(password)))
    case .sendCode: choices.codeKind(of: identifier).map { codeMove(identifier, $0) }
    case .resetPassword: choices.hasReset ? .send(.reset(identifier: identifier)) : nil
    case .createAccount: signUpForm(identifier, choices)
    default: nil
    }
  }

  /// Asks for the code that was sent to the address before, or sends one.
  private func codeMove(_ address: String, _ kind: IdentifierKind) -> Move {
    guard let earlierCode, earlierCode.sentTo == address else {
      return .send(.sendCode(address: address, kind))
    }
    let shown = SignInScreen.code(earlierCode)
    return history.last?.name == shown.name ? .back : .show(shown)
  }

  private func nameMove(_ act: SignInAct, offersPasskey: Bool) -> Move? {
    switch act {
    case .submitName(let typed): typed.trimmed.isEmpty ? nil : .send(.setName(typed.trimmed))
    case .goOn: offersPasskey ? .replace(.passkeyOffer) : .finish(.completed)
    default: nil
    }
  }

  private func signUpMove(_ act: SignInAct, _ choices: SignInChoices) -> Move? {
    switch act {
    case .signUp(let form) where choices.hasPasswords && form.isComplete(for: choices):
      .keep(.signUp(form.withoutPassword), then: .send(.signUp(form)))
    case .signUpWithPasskey(let form) where choices.methods.contains(.passkey):
      .keep(.signUp(form.withoutPassword), then: .send(.signUpWithPasskey(name: form.name)))
    default: nil
    }
  }
}

extension SignInFlow.Move {
  /// The request that the act sends.
  var request: SignInRequest? {
    switch self {
    case .send(let request): request
    case .keep(_, let move): move.request
    case .show, .replace, .back, .startAgain, .finish: nil
    }
  }
}

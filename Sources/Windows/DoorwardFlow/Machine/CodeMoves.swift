/// The acts of the views that ask for a code or a second factor.
extension SignInFlow {
  func codeMove(_ act: SignInAct, at step: CodeStep, choices: SignInChoices) -> Move? {
    let ticket = step.sent.ticket
    switch act {
    case .submitCode(let typed) where !step.sent.isExpired && step.purpose != .reset:
      return sentCode(typed).map { .send(.verifyCode(ticket, $0, step.purpose)) }
    case .submitReset(let typed, let password)
    where !step.sent.isExpired && step.purpose == .reset && choices.accepts(password):
      return sentCode(typed).map {
        .send(.confirmReset(ticket, code: $0, newPassword: SecretText(password)))
      }
    case .sendCode where step.sent.resendAt == nil: return .send(.resend(ticket))
    case .usePassword where step.purpose == .signIn && choices.hasPasswords:
      return .show(.password(identifier: step.sentTo))
    default: return nil
    }
  }

  func secondFactorMove(_ act: SignInAct, _ step: SecondFactorStep) -> Move? {
    switch (act, step.chosen) {
    case (.chooseFactor(let factor), let chosen) where factor != chosen && step.factors.contains(factor):
      var step = step
      step.chosen = factor
      return .replace(.secondFactor(step))
    case (.submitFactor(let typed), .authenticator):
      return authenticatorCode(typed).map { .send(.verifyFactor(step.ticket, .authenticator, $0)) }
    case (.submitFactor(let typed), .recoveryCode):
      return TypedCode.recoveryCode(typed).map { .send(.verifyFactor(step.ticket, .recoveryCode, $0)) }
    case (.submitFactor(let typed), .sentCode):
      guard let sent = step.sent, !sent.isExpired else { return nil }
      return sentCode(typed).map { .send(.verifyFactorCode(sent.ticket, $0)) }
    case (.sendCode, .sentCode) where step.sent?.resendAt == nil:
      return .send(.sendFactorCode(step.ticket, step.sent?.channel))
    // The server limits each kind of address by itself.
    case (.sendCodeTo(let kind), .sentCode) where step.sent?.offersChange(to: kind) == true:
      return .send(.sendFactorCode(step.ticket, kind))
    case (.usePasskey, .passkey): return .send(.verifyWithPasskey(step.ticket))
    default: return nil
    }
  }

  func newFactorMove(_ act: SignInAct, _ step: NewFactorStep) -> Move? {
    switch act {
    case .chooseFactor(.authenticator)
    where step.factors.contains(.authenticator) && step.authenticator == nil:
      return .send(.enrollAuthenticator(step.ticket))
    case .chooseFactor(.passkey) where step.factors.contains(.passkey):
      return .send(.enrollPasskey(step.ticket))
    case .submitFactor(let typed):
      guard let authenticator = step.authenticator else { return nil }
      return authenticatorCode(typed).map { .send(.finishAuthenticator(authenticator.ticket, $0)) }
    default: return nil
    }
  }

  private func sentCode(_ typed: String) -> SecretText? {
    TypedCode.digits(typed, length: choices?.codeLength)
  }

  private func authenticatorCode(_ typed: String) -> SecretText? {
    TypedCode.digits(typed, length: TypedCode.authenticatorLength)
  }
}

extension SentCode {
  fileprivate func offersChange(to kind: IdentifierKind) -> Bool {
    kind != channel && channels.contains(kind)
  }
}

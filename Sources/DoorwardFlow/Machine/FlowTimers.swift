package import Foundation

/// The timers. Which ones run follows from the view and the problem.
extension SignInFlow {
  package var timers: [SignInTimer: Date] {
    var timers: [SignInTimer: Date] = [:]
    timers[.wait] = problem?.waitsUntil
    switch screen {
    case .code(let step):
      timers[.resend] = step.sent.resendAt
      if !step.isOver { timers[.expiry] = step.sent.expiresAt }
    case .secondFactor(let step):
      timers[.resend] = step.sent?.resendAt
      timers[.expiry] = step.expiresAt
    case .newFactor(let step): timers[.expiry] = step.expiresAt
    default: break
    }
    return timers
  }

  mutating func end(_ timer: SignInTimer) {
    switch (timer, screen) {
    case (.wait, _): explain(nil)
    case (.resend, .code(var step)):
      step.sent.resendAt = nil
      screen = .code(step)
    case (.resend, .secondFactor(var step)):
      step.sent?.resendAt = nil
      screen = .secondFactor(step)
    case (.expiry, .code(var step)):
      step.isOver = true
      screen = .code(step)
      if !isBusy { explain(.expired) }
    // The server decides about a factor that it is checking.
    case (.expiry, .secondFactor(var step)) where isBusy:
      step.expiresAt = nil
      screen = .secondFactor(step)
    case (.expiry, .newFactor(var step)) where isBusy:
      step.expiresAt = nil
      screen = .newFactor(step)
    case (.expiry, _): settle(.tooLate, because: .expired)
    case (.resend, _): break
    }
  }
}

extension SignInProblem {
  static let expired = SignInProblem(code: "challenge_expired", remedy: .anotherChallenge)
}

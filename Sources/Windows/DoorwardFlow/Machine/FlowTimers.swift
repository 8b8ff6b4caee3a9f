package import Foundation

/// The timers. Which ones run follows from the view and the problem.
extension SignInFlow {
  package var timers: [SignInTimer: Date] {
    var timers: [SignInTimer: Date] = [:]
    timers[.wait] = problem?.waitsUntil
    timers[.resend] = screen.sentCode?.resendAt
    timers[.codeExpiry] = (screen.sentCode ?? earlierCode?.sent)?.endOfCode
    switch screen {
    case .secondFactor(let step): timers[.expiry] = step.expiresAt
    case .newFactor(let step): timers[.expiry] = step.expiresAt
    default: break
    }
    return timers
  }

  mutating func end(_ timer: SignInTimer) {
    switch (timer, screen) {
    // The user still cannot sign in, and closing the view still fails.
    case (.wait, .unavailable):
      explain(problem.map { SignInProblem(code: $0.code, remedy: .retry, trace: $0.trace) })
    case (.wait, _): explain(nil)
    case (.resend, .code(var step)):
      step.sent.resendAt = nil
      screen = .code(step)
    case (.resend, .secondFactor(var step)):
      step.sent?.resendAt = nil
      screen = .secondFactor(step)
    case (.codeExpiry, _): expireCode()
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

  private mutating func expireCode() {
    if screen.sentCode == nil {
      earlierCode = nil
      for index in history.indices { history[index].expireCode() }
    }
    screen.expireCode()
    if !isBusy, screen.asksForExpiredCode { explain(.expired) }
  }
}

extension SignInScreen {
  /// The code that the view asks for or has sent last.
  var sentCode: SentCode? {
    switch self {
    case .code(let step): step.sent
    case .secondFactor(let step): step.sent
    default: nil
    }
  }

  /// Marks the code as expired.
  mutating func expireCode() {
    switch self {
    case .code(var step):
      step.sent.isExpired = true
      self = .code(step)
    case .secondFactor(var step):
      step.sent?.isExpired = true
      self = .secondFactor(step)
    default: break
    }
  }
}

extension SentCode {
  /// The time at which the code expires; nil if it has expired.
  fileprivate var endOfCode: Date? { isExpired ? nil : expiresAt }
}

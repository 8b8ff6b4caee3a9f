@testable import DoorwardFlow

/// A deliberate mistake. Each must break a rule.
enum FlowMistake: CaseIterable {
  case cancelIsLost, requestIsLost, stopIsLost, startIsLost, finishIsRepeated, cancellationCounts
  case secondFactorIsSkipped, codesAreLeft, lateAnswerCounts, busyViewActs, busyViewSends, oldCodeIsAnswered,
    expiryIsForgotten, codeIsForgotten
  case passwordIsKept, limitIsForgotten, endHasNoWayOn, closedViewLoads
  case closeIsIgnored, expiryIsSilent, enrollmentIsLeft
  case methodIsForgotten, offerIsForgotten, offerComesEarly, nameIsRequired

  /// The rule that the mistake breaks.
  var rule: FlowRule {
    switch self {
    case .busyViewSends: .oneRequestAtATime
    case .cancelIsLost, .requestIsLost: .pendingRequestIsKnown
    case .stopIsLost, .startIsLost: .timersAreKnown
    case .finishIsRepeated: .viewIsClosedOnce
    case .cancellationCounts, .secondFactorIsSkipped: .dismissalIsTrue
    case .codesAreLeft: .recoveryCodesAreSaved
    case .lateAnswerCounts: .lateAnswerChangesNothing
    case .busyViewActs: .busyViewCanOnlyBeLeft
    case .oldCodeIsAnswered: .codeAnswersItsChallenge
    case .expiryIsForgotten: .expiredCodeIsNotSent
    case .codeIsForgotten: .sentCodeIsAskedForAgain
    case .expiryIsSilent: .expiredCodeIsExplained
    case .closeIsIgnored: .closeAlwaysEnds
    case .enrollmentIsLeft: .recoveryCodesAreAwaited
    case .passwordIsKept: .secretsAreForgotten
    case .limitIsForgotten: .limitsEnd
    case .endHasNoWayOn: .everyViewHasAWayOn
    case .closedViewLoads: .closedViewIsAtRest
    case .methodIsForgotten: .lastUsedMethodIsKept
    case .offerIsForgotten: .passkeyIsOfferedOnce
    case .offerComesEarly: .viewAfterSignInIsTrue
    case .nameIsRequired: .signedInUserCanGoOn
    }
  }

  func corrupted(_ effects: [SignInEffect]) -> [SignInEffect] {
    switch self {
    case .cancelIsLost: effects.filter { if case .cancel = $0 { false } else { true } }
    case .requestIsLost: effects.filter { if case .request(.signIn, _) = $0 { false } else { true } }
    case .stopIsLost: effects.filter { if case .stop = $0 { false } else { true } }
    case .startIsLost: effects.filter { if case .start(.resend, _) = $0 { false } else { true } }
    case .finishIsRepeated: effects.flatMap { if case .finish = $0 { [$0, $0] } else { [$0] } }
    case .cancellationCounts:
      effects.map { if case .finish(.cancelled) = $0 { .finish(.completed) } else { $0 } }
    case .methodIsForgotten: effects.filter { if case .remember(.method) = $0 { false } else { true } }
    case .offerIsForgotten: effects.filter { $0 != .remember(.passkeyOffered) }
    case .oldCodeIsAnswered:
      effects.map {
        if case .request(.verifyCode(_, let code, let purpose), let id) = $0 {
          .request(.verifyCode(Ticket(1), code, purpose), id)
        } else {
          $0
        }
      }
    default: effects
    }
  }

  func corrupted(_ answer: SignInAnswer) -> SignInAnswer {
    if self == .secondFactorIsSkipped, case .secondFactorRequired = answer {
      .signedIn(SignedIn())
    } else {
      answer
    }
  }

  func corrupt(_ flow: inout SignInFlow, after event: FlowEvent) {
    switch (self, event, flow.screen) {
    case (.codesAreLeft, .act(.cancel), .recoveryCodes): flow.screen = .start(typed: "")
    case (.expiryIsForgotten, .timer(.codeExpiry), .code(var step)):
      step.sent.isExpired = false
      flow.screen = .code(step)
    case (.codeIsForgotten, _, .proof): flow.earlierCode = nil
    case (.expiryIsSilent, .timer(.codeExpiry), _): flow.problem = nil
    case (.offerComesEarly, .act(.continueWith), .password): flow.screen = .recoveryCodeUsed(left: nil)
    case (.closeIsIgnored, .close, _): flow.screen = .start(typed: "")
    case (.passwordIsKept, .act(.submitPassword), _): flow.failed = flow.pending?.request
    case (.limitIsForgotten, .timer(.wait), _): flow.limited = .signIn
    case (.closedViewLoads, .act(.cancel), .finished): flow.pending = .init(id: 1, request: .readOffer)
    default: break
    }
  }

  func allows(_ act: SignInAct) -> Bool {
    self == .busyViewActs || (self == .enrollmentIsLeft && act == .back)
  }

  func forbids(_ act: SignInAct, in flow: SignInFlow) -> Bool {
    switch (self, flow.screen) {
    case (.endHasNoWayOn, .tooLate): true
    case (.nameIsRequired, .yourName): act == .goOn
    default: false
    }
  }
}

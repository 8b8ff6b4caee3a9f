@testable import DoorwardFlow

/// A deliberate mistake. Each must break a rule.
enum AccountMistake: CaseIterable {
  case requestIsLost, stopIsLost, confirmationIsLost, unconfirmedChangeIsMade, codesAreLeft, finishIsRepeated
  case closedWindowLoads, passwordIsKept, expiryIsForgotten, dialogIsStuck, listIsOld, busyWindowSends
  case enrollmentIsLeft, pageIsStuck, otherUserIsShown

  /// The rule that the mistake breaks.
  var rule: AccountRule {
    switch self {
    case .requestIsLost: .pendingRequestIsKnown
    case .stopIsLost: .timersAreKnown
    case .confirmationIsLost: .confirmationIsKnown
    case .unconfirmedChangeIsMade: .changeNeedsConfirmation
    case .codesAreLeft: .recoveryCodesAreSaved
    case .finishIsRepeated: .endIsTrue
    case .closedWindowLoads: .closedWindowIsAtRest
    case .passwordIsKept: .secretsAreForgotten
    case .expiryIsForgotten: .codeAnswersItsChallenge
    case .dialogIsStuck: .dialogCanBeClosed
    case .listIsOld: .changedListsAreRead
    case .busyWindowSends: .oneRequestAtATime
    case .enrollmentIsLeft: .recoveryCodesAreAwaited
    case .pageIsStuck: .everyWindowHasAWayOn
    case .otherUserIsShown: .accountIsOfOneUser
    }
  }

  func corrupted(_ effects: [AccountEffect]) -> [AccountEffect] {
    switch self {
    case .requestIsLost: effects.filter { if case .request(.setPhoto, _) = $0 { false } else { true } }
    case .stopIsLost: effects.filter { if case .stop = $0 { false } else { true } }
    case .confirmationIsLost: effects.filter { if case .signInAgain = $0 { false } else { true } }
    case .finishIsRepeated: effects.flatMap { if case .finish = $0 { [$0, $0] } else { [$0] } }
    case .busyWindowSends:
      effects.flatMap { if case .request(.setPhoto, _) = $0 { [$0, $0] } else { [$0] } }
    default: effects
    }
  }

  func corrupt(_ flow: inout AccountFlow, after event: AccountEvent) {
    switch (self, event) {
    case (.codesAreLeft, .act(.dismiss)): flow.dialog = nil
    case (.closedWindowLoads, .close): flow.dialog = AccountDialog(.profile)
    case (.passwordIsKept, .answer(.refused(let problem))) where problem.remedy == .otherInput:
      flow.waiting = .change(.password, AccountEvent.texts)
    case (.expiryIsForgotten, .timer(.codeExpiry)):
      if case .code(let address, var sent) = flow.dialog?.step {
        sent.isExpired = false
        flow.dialog?.step = .code(address: address, sent)
      }
    case (.listIsOld, .answer(.changed)): flow.reading = [:]
    case (.otherUserIsShown, .userElsewhere(AccountEvent.otherUser)): flow.user = AccountEvent.otherUser
    default: break
    }
  }

  func allows(_ act: AccountAct) -> Bool { self == .enrollmentIsLeft && act == .dismiss }

  func forbids(_ act: AccountAct, in flow: AccountFlow) -> Bool {
    switch self {
    case .dialogIsStuck: flow.dialog != nil && act == .dismiss
    case .pageIsStuck: flow.user == nil && act == .retry
    default: false
    }
  }
}

import Foundation

@testable import DoorwardFlow

/// The rules that every account window keeps.
enum AccountRule: CaseIterable {
  /// A request is sent only if no other is pending.
  case oneRequestAtATime
  /// The driver and the flow know the same pending request.
  case pendingRequestIsKnown
  /// The driver and the flow know the same timers.
  case timersAreKnown
  /// The sign-in that confirms the user is shown while the dialog waits for it, and not longer.
  case confirmationIsKnown
  /// A change is made again only after the user was confirmed.
  case changeNeedsConfirmation
  /// Recovery codes are shown until the user has saved them, or the session or the window has ended.
  case recoveryCodesAreSaved
  /// The user cannot leave a request whose answer can have recovery codes.
  case recoveryCodesAreAwaited
  /// A closed window has neither a request, nor a timer, nor a dialog.
  case closedWindowIsAtRest
  /// The window is closed once, for the reason that has happened.
  case endIsTrue
  /// A password is kept only while its request can be repeated.
  case secretsAreForgotten
  /// A code answers the challenge that was sent last, and has not expired.
  case codeAnswersItsChallenge
  /// Every window has a way on besides closing it.
  case everyWindowHasAWayOn
  /// A list that a change has made old is read again.
  case changedListsAreRead
  /// The user can close every dialog, except during ``recoveryCodesAreAwaited``.
  case dialogCanBeClosed
  /// The window never shows the account of another user.
  case accountIsOfOneUser
}

/// An account window, and the memory of a driver that performs its effects.
struct AccountWorld: Hashable {
  var flow = AccountFlow()
  private var pending: AccountRequest.ID?
  private var timers: [SignInTimer: Date] = [:]
  private var reading: [AccountList: AccountRequest.ID] = [:]
  private var isConfirming = false
  private var ends: [AccountEnd] = []
  private var sent: Ticket?
  private var isCodeExpired = false
  /// The change that waits for the confirmation of the user.
  private var unconfirmed: AccountRequest?
  private var expectedEnd: AccountEnd?
  let mistake: AccountMistake?
  private(set) var broken: AccountRule?

  init(_ mistake: AccountMistake? = nil) {
    self.mistake = mistake
    perform(flow.begin())
  }

  mutating func step(_ event: AccountEvent) {
    let before = flow
    note(event)
    switch event {
    case .act(let act): perform(flow.perform(act))
    case .answer(let answer):
      pending = nil
      perform(flow.receive(answer, to: flow.pending?.id ?? 0))
    case .list(let list, let content):
      let id = reading.removeValue(forKey: list) ?? 0
      perform(
        flow.receive(content, of: list, because: SignInProblem(code: "offline", remedy: .retry), to: id))
    case .signedInAgain(let isCompleted):
      isConfirming = false
      if isCompleted { unconfirmed = nil }
      perform(flow.signedInAgain(isCompleted || mistake == .unconfirmedChangeIsMade))
    case .timer(let timer):
      timers[timer] = nil
      perform(flow.fire(timer))
    case .userElsewhere(let user): perform(flow.receive(user))
    case .signedOutElsewhere: perform(flow.signedOut())
    case .close: perform(flow.close())
    }
    mistake?.corrupt(&flow, after: event)
    if mistake == .expiryIsForgotten { timers = flow.timers }
    check(before, event)
    if !isConfirming { unconfirmed = nil }
    renumber()
  }

  private mutating func note(_ event: AccountEvent) {
    switch event {
    case .answer(.signInAgain): unconfirmed = flow.pending?.request
    case .answer(.codeSent(let code)): (sent, isCodeExpired) = (code.ticket, false)
    case .answer(.refused(let problem)) where problem.remedy == .anotherChallenge:
      if case .verifyCode = flow.pending?.request { isCodeExpired = true }
    case .timer(.codeExpiry): isCodeExpired = true
    case .answer(.signedOut), .signedOutElsewhere, .answer(.changed(AccountEvent.otherUser)),
      .userElsewhere(AccountEvent.otherUser):
      expectedEnd = .signedOut
    case .answer(.deleted): expectedEnd = .deleted
    case .close, .act(.close): expectedEnd = .closed
    default: break
    }
  }

  private mutating func perform(_ effects: [AccountEffect]) {
    for effect in mistake?.corrupted(effects) ?? effects {
      switch effect {
      case .request(let request, let id):
        if pending != nil { broken = broken ?? .oneRequestAtATime }
        pending = id
        check(request)
      case .cancel(let id): if pending == id { pending = nil }
      case .read(let list, let id): reading[list] = id
      case .signInAgain: isConfirming = true
      case .endSignIn: isConfirming = false
      case .start(let timer, let time): timers[timer] = time
      case .stop(let timer): timers[timer] = nil
      case .finish(let end): ends.append(end)
      }
    }
  }

  /// Counts requests anew, so that equal states have equal numbers.
  private mutating func renumber() {
    guard pending == flow.pending?.id, reading == flow.reading else { return }
    flow.lastID = 0
    flow.pending?.id = 9
    pending = pending.map { _ in 9 }
    for (number, list) in AccountList.allCases.enumerated() where reading[list] != nil {
      (reading[list], flow.reading[list]) = (number, number)
    }
    flow.lastID = 9
  }

  // MARK: Rules

  private mutating func expect(_ isTrue: Bool, _ rule: AccountRule) { if !isTrue { broken = broken ?? rule } }

  private mutating func check(_ request: AccountRequest) {
    expect(unconfirmed == nil, .changeNeedsConfirmation)
    if case .verifyCode(let ticket, _) = request {
      expect(ticket == sent && !isCodeExpired, .codeAnswersItsChallenge)
    }
  }

  private mutating func check(_ before: AccountFlow, _ event: AccountEvent) {
    expect(pending == flow.pending?.id, .pendingRequestIsKnown)
    expect(timers == flow.timers, .timersAreKnown)
    expect(isConfirming == (flow.dialog?.confirmation != nil), .confirmationIsKnown)
    expect(flow.user == nil || flow.user?.id == AccountEvent.user.id, .accountIsOfOneUser)
    let mayLeaveCodes: [AccountEvent] = [
      .act(.savedCodes), .close, .signedOutElsewhere, .userElsewhere(AccountEvent.otherUser),
    ]
    if case .recoveryCodes = before.dialog?.step, !mayLeaveCodes.contains(event) {
      let areShown = if case .recoveryCodes = flow.dialog?.step { true } else { false }
      expect(areShown, .recoveryCodesAreSaved)
    }
    let isAwaiting = flow.pending?.request.givesRecoveryCodes == true
    let allowed = AccountEvent.acts.filter {
      mistake?.allows($0) == true || flow.allows($0) && mistake?.forbids($0, in: flow) != true
    }
    expect(!isAwaiting || allowed.isEmpty, .recoveryCodesAreAwaited)
    expect(flow.waiting == nil || flow.problem?.remedy == .retry || isConfirming, .secretsAreForgotten)
    if let end = flow.end {
      expect(ends == [end] && end == expectedEnd, .endIsTrue)
      expect(!flow.isBusy && flow.timers.isEmpty && flow.dialog == nil, .closedWindowIsAtRest)
    } else {
      expect(ends.isEmpty, .endIsTrue)
      let isWaiting = flow.isBusy || timers[.wait] != nil || isConfirming
      expect(isWaiting || allowed.contains { $0 != .close }, .everyWindowHasAWayOn)
    }
    if case .answer = event, case .change(let changed) = flow.made {
      expect(changed.lists.allSatisfy { flow.reading[$0] != nil }, .changedListsAreRead)
    }
    if flow.dialog != nil, !isAwaiting { expect(allowed.contains(.dismiss), .dialogCanBeClosed) }
  }
}

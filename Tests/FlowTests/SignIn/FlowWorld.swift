import Foundation

@testable import DoorwardFlow

/// A flow, and the memory of a driver that performs its effects.
struct FlowWorld: Hashable {
  var flow = SignInFlow()
  private var pending: SignInRequest.ID?
  private var timers: [SignInTimer: Date] = [:]
  private var dismissals: [SignInDismissal] = []
  /// Whether the server has signed the user in.
  private var isSignedIn = false
  /// The code that was sent last.
  private var sent: Ticket?
  /// Whether that code has expired, or too many wrong codes were typed.
  private var isCodeOver = false
  let mistake: FlowMistake?
  private(set) var broken: FlowRule?

  init(_ mistake: FlowMistake? = nil) {
    self.mistake = mistake
    perform(flow.begin())
  }

  mutating func step(_ event: FlowEvent) {
    let before = flow
    note(event)
    if mistake == .busyViewSends, case .act = event { flow.pending = nil }
    switch event {
    case .act(let act): perform(flow.perform(act))
    case .timer(let timer):
      timers[timer] = nil
      perform(flow.fire(timer))
    case .answer(let answer):
      pending = nil
      perform(flow.receive(mistake?.corrupted(answer) ?? answer, to: flow.lastID))
    }
    mistake?.corrupt(&flow, after: event)
    if mistake == .expiryIsForgotten { timers = flow.timers }
    check(before, event)
    renumber()
  }

  private mutating func note(_ event: FlowEvent) {
    switch (event, flow.screen) {
    case (.answer(.signedIn), _): isSignedIn = true
    case (.answer(.codeSent(let code)), _):
      sent = code.ticket
      isCodeOver = false
    case (.timer(.expiry), .code): isCodeOver = true
    case (.answer(.refused(let problem)), .code) where problem.remedy == .anotherChallenge:
      if let kind = flow.pending?.request.kind, [.verifyCode, .confirmReset].contains(kind) {
        isCodeOver = true
      }
    default: break
    }
  }

  /// The events that can happen.
  func events(offering choices: SignInChoices) -> [FlowEvent] {
    let events = FlowEvent.events(of: flow, offering: choices)
    guard mistake == .busyViewSends, flow.isBusy else { return events }
    var idle = flow
    idle.pending = nil
    return events + FlowEvent.events(of: idle, offering: choices)
  }

  private mutating func perform(_ effects: [SignInEffect]) {
    for effect in mistake?.corrupted(effects) ?? effects {
      switch effect {
      case .request(let request, let id):
        if pending != nil { broken = broken ?? .oneRequestAtATime }
        pending = id
        check(request)
      case .cancel(let id): if pending == id { pending = nil }
      case .start(let timer, let time): timers[timer] = time
      case .stop(let timer): timers[timer] = nil
      case .finish(let dismissal): dismissals.append(dismissal)
      }
    }
  }

  /// Counts requests anew, so that equal states have equal numbers.
  private mutating func renumber() {
    guard pending == flow.pending?.id else { return }
    flow.lastID = pending == nil ? 0 : 1
    flow.pending?.id = 1
    pending = pending.map { _ in 1 }
  }

  // MARK: Rules

  private mutating func expect(_ isTrue: Bool, _ rule: FlowRule) { if !isTrue { broken = broken ?? rule } }

  private mutating func check(_ request: SignInRequest) {
    switch request {
    case .verifyCode(let ticket, _), .confirmReset(let ticket, _, _):
      expect(ticket == sent, .codeAnswersItsChallenge)
      expect(!isCodeOver, .expiredCodeIsNotSent)
    case .verifyFactorCode(let ticket, _): expect(ticket == sent, .codeAnswersItsChallenge)
    default: break
    }
  }

  private mutating func check(_ before: SignInFlow, _ event: FlowEvent) {
    if case .finished = flow.screen { expect(!flow.isBusy && flow.timers.isEmpty, .closedViewIsAtRest) }
    expect(pending == flow.pending?.id, .pendingRequestIsKnown)
    expect(timers == flow.timers, .timersAreKnown)
    expect(flow.failed == nil || flow.problem?.remedy == .retry, .secretsAreForgotten)
    expect(flow.limited == nil || timers[.wait] != nil, .limitsEnd)
    if case .recoveryCodes = before.screen, event != .act(.savedCodes) {
      expect(flow.screen.name == before.screen.name, .recoveryCodesAreSaved)
    }
    if case .finished(let dismissal) = flow.screen {
      expect(dismissals.count == 1, .viewIsClosedOnce)
      expect(dismissals.last == dismissal, .dismissalIsTrue)
      expect((dismissal == .completed) == isSignedIn, .dismissalIsTrue)
    } else {
      expect(dismissals.isEmpty, .viewIsClosedOnce)
      expect(hasWayOn, .everyViewHasAWayOn)
    }
    let allowed = FlowEvent.acts.filter { mistake == .busyViewActs || flow.allows($0) }
    expect(
      !flow.isBusy || allowed.allSatisfy { [.back, .startAgain, .cancel].contains($0) },
      .busyViewCanOnlyBeLeft)
    expect(ignoresLateAnswer, .lateAnswerChangesNothing)
  }

  /// Whether the user can go on, now or after some time.
  private var hasWayOn: Bool {
    flow.screen == .loading || timers[.wait] != nil
      || FlowEvent.acts.contains {
        mistake?.forbids($0, in: flow) != true && $0 != .cancel && flow.allows($0)
      }
  }

  private var ignoresLateAnswer: Bool {
    var late = flow
    let effects = late.receive(
      .signedIn(recoveryCodes: []), to: mistake == .lateAnswerCounts ? flow.lastID : 0)
    return late == flow && effects.isEmpty
  }
}

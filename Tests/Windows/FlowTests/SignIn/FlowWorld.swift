import Foundation

@testable import DoorwardFlow

/// A flow, and the memory of a driver that performs its effects.
struct FlowWorld: Hashable {
  var flow = SignInFlow()
  private var pending: SignInRequest.ID?
  private var timers: [SignInTimer: Date] = [:]
  private var dismissals: [SignInDismissal] = []
  /// The facts that the device keeps.
  private var facts: Set<SignInFact> = []
  /// Whether the server has signed the user in.
  private var isSignedIn = false
  /// The code that was sent last, by the name of its view.
  private var sent: [String: Ticket] = [:]
  /// The views whose code has expired, or was typed wrongly too often.
  private var expired: Set<String> = []
  /// The address with the code for a sign-in that was sent last, while the code can be used.
  private var addressOfCode: String?
  /// The request that the last event has cancelled.
  private var cancelled: SignInRequest.ID?
  let mistake: FlowMistake?
  private(set) var broken: FlowRule?

  init(_ mistake: FlowMistake? = nil) {
    self.mistake = mistake
    perform(flow.begin())
  }

  mutating func step(_ event: FlowEvent) {
    let before = flow
    cancelled = nil
    note(event)
    if mistake == .busyViewSends, case .act = event { flow.pending = nil }
    switch event {
    case .act(let act): perform(flow.perform(act))
    case .close: perform(flow.close())
    case .timer(let timer):
      timers[timer] = nil
      perform(flow.fire(timer))
    case .answer(let answer):
      pending = nil
      perform(flow.receive(mistake?.corrupted(answer) ?? answer, to: flow.lastID))
    }
    mistake?.corrupt(&flow, after: event)
    if mistake == .expiryIsForgotten || mistake == .codeIsForgotten { timers = flow.timers }
    check(before, event)
    forget()
    simplifyEarlierCode()
    renumber()
  }

  private mutating func note(_ event: FlowEvent) {
    noteCode(event)
    switch (event, flow.screen) {
    case (.answer(.signedIn), _): isSignedIn = true
    case (.answer(.codeSent(let code)), let screen):
      let view = flow.pending?.request.viewOfCode ?? screen.name
      sent[view] = code.ticket
      expired.remove(view)
    case (.timer(.codeExpiry), let screen):
      expired.insert(screen.sentCode == nil ? "code.signIn" : screen.name)
    case (.answer(.refused(let problem)), .code) where problem.remedy == .anotherChallenge:
      if let kind = flow.pending?.request.kind, [.verifyCode, .confirmReset].contains(kind) {
        expired.insert(flow.screen.name)
      }
    case (.answer(.refused(.expired)), .secondFactor):
      if case .verifyFactorCode = flow.pending?.request { expired.insert(flow.screen.name) }
    default: break
    }
  }

  private mutating func noteCode(_ event: FlowEvent) {
    let request = flow.pending?.request
    switch (event, flow.screen) {
    case (.answer(.codeSent), .code(let step)) where step.purpose == .signIn:
      addressOfCode = step.sentTo
    case (.answer(.codeSent), _):
      if case .sendCode(let address, _) = request { addressOfCode = address }
    case (.timer(.codeExpiry), let screen) where screen.sentCode == nil || screen.name == "code.signIn":
      addressOfCode = nil
    case (.answer(let answer), _):
      guard case .verifyCode(_, _, .signIn) = request else { break }
      switch answer {
      case .secondFactorRequired, .deletionPending: addressOfCode = nil
      case .refused(let problem) where problem.remedy == .anotherChallenge: addressOfCode = nil
      default: break
      }
    default: break
    }
    if case .answer(.signedIn) = event { addressOfCode = nil }
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
      case .cancel(let id):
        if pending == id { pending = nil }
        cancelled = id
      case .start(let timer, let time): timers[timer] = time
      case .stop(let timer): timers[timer] = nil
      case .finish(let dismissal): dismissals.append(dismissal)
      case .remember(let fact): facts.insert(fact)
      }
    }
  }

  /// Forgets the codes of views that the user cannot return to.
  private mutating func forget() {
    let earlier = flow.earlierCode.map { SignInScreen.code($0) }
    let views = Set((flow.history + [flow.screen] + [earlier].compactMap(\.self)).map(\.name))
    sent = sent.filter { views.contains($0.key) }
    expired.formIntersection(views)
  }

  /// Names a code that the user has left anew, and lets the pause before another one end, so that equal states are equal.
  private mutating func simplifyEarlierCode() {
    guard let earlier = flow.earlierCode else { return }
    let simple = CodeStep(
      purpose: earlier.purpose, sentTo: earlier.sentTo,
      sent: SentCode(ticket: Ticket(1), expiresAt: earlier.sent.expiresAt, resendAt: nil))
    flow.history = flow.history.map { $0 == .code(earlier) ? .code(simple) : $0 }
    flow.earlierCode = simple
    if sent["code.signIn"] == earlier.sent.ticket { sent["code.signIn"] = simple.sent.ticket }
  }

  /// Counts requests anew, so that equal states have equal numbers.
  private mutating func renumber() {
    guard pending == flow.pending?.id else { return }
    flow.lastID = pending == nil ? 0 : 1
    flow.pending?.id = 1
    pending = pending.map { _ in 1 }
    cancelled = nil
  }

  // MARK: Rules

  private mutating func expect(_ isTrue: Bool, _ rule: FlowRule) { if !isTrue { broken = broken ?? rule } }

  private mutating func check(_ request: SignInRequest) {
    switch request {
    case .sendCode(let address, _): expect(address != addressOfCode, .sentCodeIsAskedForAgain)
    case .verifyCode(let ticket, _, _), .confirmReset(let ticket, _, _), .verifyFactorCode(let ticket, _):
      expect(ticket == sent[flow.screen.name], .codeAnswersItsChallenge)
      expect(!expired.contains(flow.screen.name), .expiredCodeIsNotSent)
    default: break
    }
  }

  private mutating func check(_ before: SignInFlow, _ event: FlowEvent) {
    if event == .close { expect(flow.screen.isFinished, .closeAlwaysEnds) }
    if flow.screen.isFinished { expect(!flow.isBusy && flow.timers.isEmpty, .closedViewIsAtRest) }
    expect(pending == flow.pending?.id, .pendingRequestIsKnown)
    expect(timers == flow.timers, .timersAreKnown)
    expect(flow.failed == nil || flow.problem?.remedy == .retry, .secretsAreForgotten)
    expect(flow.limited == nil || timers[.wait] != nil, .limitsEnd)
    if case .recoveryCodes = before.screen, ![.act(.savedCodes), .close].contains(event) {
      expect(flow.screen.name == before.screen.name, .recoveryCodesAreSaved)
    }
    if case .finished(let dismissal) = flow.screen {
      expect(dismissals.count == 1, .viewIsClosedOnce)
      expect(dismissals.last == dismissal, .dismissalIsTrue)
      expect((dismissal == .completed) == isSignedIn, .dismissalIsTrue)
      let offersNothing = [.unavailable, .nothingOffered].contains(before.screen)
      expect(offersNothing == (flow.screen.name == "finished.failed"), .dismissalIsTrue)
    } else {
      expect(dismissals.isEmpty, .viewIsClosedOnce)
      expect(hasWayOn, .everyViewHasAWayOn)
    }
    let methods = facts.filter { if case .method = $0 { true } else { false } }
    expect(methods.isEmpty != (flow.screen == .finished(.completed)), .lastUsedMethodIsKept)
    expect(flow.screen != .passkeyOffer || facts.contains(.passkeyOffered), .passkeyIsOfferedOnce)
    if flow.screen.isAfterSignIn { expect(isSignedIn, .viewAfterSignInIsTrue) }
    if flow.screen.asksForExpiredCode {
      expect(flow.isBusy || flow.problem != nil, .expiredCodeIsExplained)
    }
    let allowed = FlowEvent.acts.filter {
      mistake?.allows($0) == true || mistake?.forbids($0, in: flow) != true && flow.allows($0)
    }
    expect(
      !flow.isBusy || allowed.allSatisfy { [.back, .startAgain, .cancel].contains($0) },
      .busyViewCanOnlyBeLeft)
    if flow.screen.isAfterSignIn, !flow.isBusy {
      expect(allowed.contains { [.goOn, .savedCodes].contains($0) }, .signedInUserCanGoOn)
    }
    if isAwaitingCodes { expect(allowed.isEmpty, .recoveryCodesAreAwaited) }
    expect(ignoresLateAnswer, .lateAnswerChangesNothing)
  }

  /// Whether the user can go on, now or after some time.
  private var hasWayOn: Bool {
    flow.screen == .loading || timers[.wait] != nil || isAwaitingCodes
      || FlowEvent.acts.contains {
        mistake?.forbids($0, in: flow) != true && $0 != .cancel && !isChoice($0) && flow.allows($0)
      }
  }

  private var isAwaitingCodes: Bool { flow.pending?.request.givesRecoveryCodes == true }

  /// Whether the act only shows another factor.
  private func isChoice(_ act: SignInAct) -> Bool {
    if case (.chooseFactor, .secondFactor) = (act, flow.screen) { true } else { false }
  }

  private var ignoresLateAnswer: Bool {
    var late = flow
    let effects = late.receive(
      .signedIn(SignedIn()), to: mistake == .lateAnswerCounts ? flow.lastID : cancelled ?? 0)
    return late == flow && effects.isEmpty
  }
}

extension SignInRequest {
  /// The name of the view that shows the sent code; nil if it is the present one.
  fileprivate var viewOfCode: String? {
    switch self {
    case .sendCode: "code.signIn"
    case .signUp: "code.signUp"
    case .reset: "code.reset"
    default: nil
    }
  }
}

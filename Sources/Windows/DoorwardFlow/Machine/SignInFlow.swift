package import Foundation

/// One sign-in of a user, from the first view to the end.
///
/// The flow is a value without clock, network and views. Its transitions are pure functions, and the effects of a step
/// follow from the difference of two values, so that no transition can forget one. A driver performs them.
public struct SignInFlow: Hashable, Sendable {
  /// The present view.
  public internal(set) var screen = SignInScreen.loading
  /// The reason why the last step failed.
  public internal(set) var problem: SignInProblem?
  /// The choices of the user; nil before the offer has been read.
  public internal(set) var choices: SignInChoices?
  /// Whether a step waits for its answer.
  public var isBusy: Bool { pending != nil }

  /// Whether the view has new recovery codes, or waits for an answer that can have some. The server shows them only once: keep the
  /// view, also if the app wants to close it, until the user has saved them.
  public var holdsRecoveryCodes: Bool {
    if case .recoveryCodes = screen { true } else { pending?.request.givesRecoveryCodes == true }
  }

  struct Pending: Hashable, Sendable {
    var id: SignInRequest.ID
    let request: SignInRequest
  }

  var pending: Pending?
  var lastID: SignInRequest.ID = 0
  /// The request that the server could not answer. ``SignInAct/retry`` repeats it.
  var failed: SignInRequest?
  /// The kind of request that the server refuses for some time.
  var limited: SignInRequest.Kind?
  /// The method of the first factor, once it is proven.
  var method: SignInMethod?
  /// The views before this one, the first one first.
  var history: [SignInScreen] = []
  /// The code for a sign-in that was sent last, after the user has left its view. It is asked for again until it expires or is used,
  /// because the user has its message, and the server limits messages.
  var earlierCode: CodeStep?

  package init() {}

  func isPending(_ id: SignInRequest.ID) -> Bool { pending?.id == id }

  // MARK: Events

  /// Begins: reads the offer.
  package mutating func begin() -> [SignInEffect] {
    guard screen == .loading, !isBusy else { return [] }
    return step { $0.send(.readOffer) }
  }

  /// Takes an act of the user. An act that is not allowed changes nothing.
  package mutating func perform(_ act: SignInAct) -> [SignInEffect] {
    guard let move = move(for: act) else { return [] }
    return step { $0.apply(move) }
  }

  /// Takes the answer to a request. An answer to a request that is not pending changes nothing.
  package mutating func receive(_ answer: SignInAnswer, to id: SignInRequest.ID) -> [SignInEffect] {
    guard let pending, pending.id == id else { return [] }
    self.pending = nil
    return step { $0.take(answer, to: pending.request) }
  }

  /// Takes the end of a timer. A timer that is not running changes nothing.
  package mutating func fire(_ timer: SignInTimer) -> [SignInEffect] {
    guard timers[timer] != nil else { return [] }
    return step { $0.end(timer) }
  }

  /// Closes the view in every state. The sign-in is completed if the user is signed in.
  package mutating func close() -> [SignInEffect] {
    guard !screen.isFinished else { return [] }
    let closed = Move.finish(dismissal)
    return step { $0.apply(closed) }
  }

  /// Corrects a closed view whose cancelled request has signed the user in.
  package mutating func completeLate() { if screen.isFinished { screen = .finished(.completed) } }

  /// Whether the act is allowed now. Views disable the controls of other acts.
  public func allows(_ act: SignInAct) -> Bool { move(for: act) != nil }

  // MARK: Effects

  private mutating func step(_ change: (inout SignInFlow) -> Void) -> [SignInEffect] {
    let before = self
    change(&self)
    keepCode(of: before)
    if !isBusy, problem == nil, screen.asksForExpiredCode { explain(.expired) }
    return effects(since: before)
  }

  private mutating func keepCode(of before: SignInFlow) {
    switch (before.screen, screen) {
    case (.code(let step), .start) where step.purpose == .signIn,
      (.code(let step), .password) where step.purpose == .signIn:
      earlierCode = step.sent.isExpired ? nil : step
    // The view has the code itself.
    case (_, .code(let step)) where step.purpose == .signIn: earlierCode = nil
    case _ where screen.isAfterSignIn || screen.isFinished: earlierCode = nil
    default: break
    }
  }

  private func effects(since before: SignInFlow) -> [SignInEffect] {
    var effects: [SignInEffect] = []
    if let old = before.pending, old.id != pending?.id { effects.append(.cancel(old.id)) }
    for timer in SignInTimer.allCases where timers[timer] != before.timers[timer] {
      effects.append(timers[timer].map { .start(timer, until: $0) } ?? .stop(timer))
    }
    if let pending, pending.id != before.pending?.id { effects.append(.request(pending.request, pending.id)) }
    if screen == .passkeyOffer, before.screen != .passkeyOffer { effects.append(.remember(.passkeyOffered)) }
    if case .finished(let dismissal) = screen, screen != before.screen {
      if dismissal == .completed, let method { effects.append(.remember(.method(method))) }
      effects.append(.finish(dismissal))
    }
    return effects
  }

  mutating func send(_ request: SignInRequest) {
    lastID += 1
    pending = Pending(id: lastID, request: request)
  }
}

/// An effect of a step, which the driver performs.
package enum SignInEffect: Hashable, Sendable {
  case request(SignInRequest, SignInRequest.ID)
  case cancel(SignInRequest.ID)
  /// Starts a timer. It replaces the running timer of the same kind.
  case start(SignInTimer, until: Date)
  case stop(SignInTimer)
  case finish(SignInDismissal)
  /// Keeps a fact on the device for the next sign-in.
  case remember(SignInFact)
}

/// A fact that the device keeps. It is no secret.
package enum SignInFact: Hashable, Sendable {
  /// The method of the last sign-in.
  case method(SignInMethod)
  /// The user was asked whether to add a passkey.
  case passkeyOffered
}

/// A timer of the present view.
package enum SignInTimer: Hashable, Sendable, CaseIterable {
  /// The server accepts the refused step again.
  case wait
  /// Another code can be sent.
  case resend
  /// The code expires.
  case codeExpiry
  /// The sign-in expires.
  case expiry
}

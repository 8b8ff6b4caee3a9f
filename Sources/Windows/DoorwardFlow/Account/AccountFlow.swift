package import Foundation

/// The account of a signed-in user: the page, its lists, and at most one open dialog.
///
/// As a ``SignInFlow``, it is a value without clock, network and views. The effects of a step follow from the difference of two
/// values.
public struct AccountFlow: Hashable, Sendable {
  /// The user; nil before it was read.
  public internal(set) var user: AccountUser?
  /// The changes that the application and the app offer.
  public internal(set) var offer: AccountOffer?
  /// The lists.
  public internal(set) var lists = AccountLists()
  /// The open dialog; nil if there is none.
  public internal(set) var dialog: AccountDialog?
  /// The reason why the last step of the dialog, or of the page if no dialog is open, failed.
  public internal(set) var problem: SignInProblem?
  /// The last change that was made, for a sentence about it; nil after the next step.
  public internal(set) var made: MadeChange?
  /// The end of the window; nil while it is open.
  public internal(set) var end: AccountEnd?
  /// Whether a step waits for its answer.
  public var isBusy: Bool { pending != nil }

  /// Whether the dialog has new recovery codes, or waits for an answer that can have some. As
  /// ``SignInFlow/holdsRecoveryCodes``.
  public var holdsRecoveryCodes: Bool {
    if case .recoveryCodes = dialog?.step { true } else { pending?.request.givesRecoveryCodes == true }
  }

  struct Pending: Hashable, Sendable {
    var id: AccountRequest.ID
    let request: AccountRequest
  }

  var pending: Pending?
  var lastID: AccountRequest.ID = 0
  /// The lists that are being read.
  var reading: [AccountList: AccountRequest.ID] = [:]
  /// The request that ``AccountAct/retry`` repeats, or that is made after a new sign-in.
  var waiting: AccountRequest?

  package init() {}

  // MARK: Events

  /// Begins: reads the user and the offer.
  package mutating func begin() -> [AccountEffect] {
    guard user == nil, !isBusy, end == nil else { return [] }
    return step { $0.send(.read) }
  }

  /// Takes an act of the user. An act that is not allowed changes nothing.
  package mutating func perform(_ act: AccountAct) -> [AccountEffect] {
    guard let move = move(for: act) else { return [] }
    return step { $0.apply(move) }
  }

  /// Takes the answer to a request. An answer to a request that is not pending changes nothing.
  package mutating func receive(_ answer: AccountAnswer, to id: AccountRequest.ID) -> [AccountEffect] {
    guard let pending, pending.id == id else { return [] }
    self.pending = nil
    return step { $0.take(answer, to: pending.request) }
  }

  /// Takes a list; nil with the reason if it could not be read.
  package mutating func receive(
    _ content: AccountLists.Content?, of list: AccountList, because problem: SignInProblem? = nil,
    to id: AccountRequest.ID
  ) -> [AccountEffect] {
    guard reading[list] == id else { return [] }
    return step {
      $0.reading[list] = nil
      if let content { $0.lists.take(content) } else if let problem { $0.refuse(list, problem) }
    }
  }

  /// Takes the end of the sign-in that confirms the user.
  package mutating func signedInAgain(_ isCompleted: Bool) -> [AccountEffect] {
    guard dialog?.confirmation != nil else { return [] }
    return step { $0.goOn(isConfirmed: isCompleted) }
  }

  /// Takes a change of the user that was made elsewhere, such as in another window. If another user has signed in, the window
  /// ends.
  package mutating func receive(_ user: AccountUser) -> [AccountEffect] {
    guard end == nil, self.user != nil else { return [] }
    return isSame(user) ? step { $0.user = user } : finish(.signedOut)
  }

  /// Takes a sign-out that was made elsewhere.
  package mutating func signedOut() -> [AccountEffect] { finish(.signedOut) }

  /// Takes the end of a timer. A timer that is not running changes nothing.
  package mutating func fire(_ timer: SignInTimer) -> [AccountEffect] {
    guard timers[timer] != nil else { return [] }
    return step { $0.end(timer) }
  }

  /// Closes the window in every state.
  package mutating func close() -> [AccountEffect] { finish(.closed) }

  private mutating func finish(_ end: AccountEnd) -> [AccountEffect] {
    guard self.end == nil else { return [] }
    return step { $0.apply(.finish(end)) }
  }

  /// Whether the act is allowed now. Views disable the controls of other acts.
  public func allows(_ act: AccountAct) -> Bool { move(for: act) != nil }

  // MARK: Effects

  private mutating func step(_ change: (inout AccountFlow) -> Void) -> [AccountEffect] {
    let before = self
    change(&self)
    return effects(since: before)
  }

  private func effects(since before: AccountFlow) -> [AccountEffect] {
    var effects: [AccountEffect] = []
    if let old = before.pending, old.id != pending?.id { effects.append(.cancel(old.id)) }
    let (asked, asks) = (before.dialog?.confirmation, dialog?.confirmation)
    if asked != nil, asks == nil { effects.append(.endSignIn) }
    for timer in SignInTimer.allCases where timers[timer] != before.timers[timer] {
      effects.append(timers[timer].map { .start(timer, until: $0) } ?? .stop(timer))
    }
    if let pending, pending.id != before.pending?.id { effects.append(.request(pending.request, pending.id)) }
    for list in AccountList.allCases {
      if let id = reading[list], id != before.reading[list] { effects.append(.read(list, id)) }
    }
    if let asks, asked == nil { effects.append(.signInAgain(asks)) }
    if let end, before.end == nil { effects.append(.finish(end)) }
    return effects
  }

  mutating func send(_ request: AccountRequest) {
    lastID += 1
    pending = Pending(id: lastID, request: request)
  }

  mutating func read(_ list: AccountList) {
    lastID += 1
    reading[list] = lastID
    lists.reload(list)
  }

  // MARK: Timers

  package var timers: [SignInTimer: Date] {
    var timers: [SignInTimer: Date] = [:]
    timers[.wait] = problem?.waitsUntil
    if case .code(_, let sent) = dialog?.step {
      timers[.resend] = sent.resendAt
      timers[.codeExpiry] = sent.isExpired ? nil : sent.expiresAt
    }
    return timers
  }

  private mutating func end(_ timer: SignInTimer) {
    if timer == .wait { problem = nil }
    guard case .code(let address, var sent) = dialog?.step else { return }
    switch timer {
    case .resend: sent.resendAt = nil
    case .codeExpiry:
      sent.isExpired = true
      if !isBusy { explainExpiry() }
    case .wait: if sent.isExpired { explainExpiry() }
    case .expiry: break
    }
    dialog?.step = .code(address: address, sent)
  }
}

/// The state of an account window.
public struct AccountState: Hashable, Sendable {
  /// The account.
  public let flow: AccountFlow
  /// The sign-in that confirms the user; nil if there is none.
  public let confirmation: SignInFlow?

  package init(flow: AccountFlow, confirmation: SignInFlow? = nil) {
    self.flow = flow
    self.confirmation = confirmation
  }
}

/// An act of the user in an account window. Typing is not one: the view keeps its texts until the user submits them.
public enum AccountAct: Hashable, Sendable {
  /// Begins a change.
  case begin(AccountChange)
  /// Does the step of the open dialog.
  case confirm(FieldTexts)
  /// Sends another code.
  case sendCode
  /// The user has saved the recovery codes.
  case savedCodes
  /// Closes the open dialog. If recovery codes are shown, it only warns.
  case dismiss
  /// Sends the photo that the driver keeps.
  case setPhoto
  /// Reads a list again.
  case reload(AccountList)
  /// Repeats the step that the server could not answer.
  case retry
  /// Closes the window. If recovery codes are shown, it only warns.
  case close
}

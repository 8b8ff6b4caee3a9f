/// A list of the account that is read by itself.
public enum AccountList: String, Hashable, Sendable, CaseIterable {
  case passkeys, secondFactors, sessions
}

/// The state of a list.
public enum ListState<Items: Hashable & Sendable>: Hashable, Sendable {
  /// The list is being read for the first time.
  case loading
  /// The list, which may be read again at the moment.
  case loaded(Items)
  /// The list could not be read. ``AccountAct/reload(_:)`` reads it again.
  case failed(SignInProblem)
}

/// The lists of an account window.
public struct AccountLists: Hashable, Sendable {
  public internal(set) var passkeys = ListState<[AccountPasskey]>.loading
  public internal(set) var secondFactors = ListState<AccountFactors>.loading
  public internal(set) var sessions = ListState<[AccountSession]>.loading

  /// A list as an answer of the server has it.
  package enum Content: Hashable, Sendable {
    case passkeys([AccountPasskey])
    case secondFactors(AccountFactors)
    case sessions([AccountSession])
  }

  mutating func take(_ content: Content) {
    switch content {
    case .passkeys(let items): passkeys = .loaded(items)
    case .secondFactors(let factors): secondFactors = .loaded(factors)
    case .sessions(let items): sessions = .loaded(items)
    }
  }

  /// A list that could not be read. One that was read before is kept.
  mutating func fail(_ list: AccountList, because problem: SignInProblem) {
    switch list {
    case .passkeys: passkeys.fail(problem)
    case .secondFactors: secondFactors.fail(problem)
    case .sessions: sessions.fail(problem)
    }
  }

  /// Shows again that a list which could not be read is being read.
  mutating func reload(_ list: AccountList) {
    switch list {
    case .passkeys: passkeys.reload()
    case .secondFactors: secondFactors.reload()
    case .sessions: sessions.reload()
    }
  }

  func hasFailed(_ list: AccountList) -> Bool {
    switch list {
    case .passkeys: passkeys.hasFailed
    case .secondFactors: secondFactors.hasFailed
    case .sessions: sessions.hasFailed
    }
  }
}

extension ListState {
  fileprivate mutating func fail(_ problem: SignInProblem) {
    if case .loaded = self { return }
    self = .failed(problem)
  }

  fileprivate mutating func reload() { if hasFailed { self = .loading } }

  fileprivate var hasFailed: Bool { if case .failed = self { true } else { false } }
}

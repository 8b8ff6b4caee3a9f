package import DoorwardStore

/// The attempts of one transaction, and the decision whether it runs again.
package struct WriteAttempts {
  /// The decision after a failed attempt.
  package enum Next: Equatable {
    /// The transaction runs again after a pause of random length, at most this long.
    case again(pause: Duration)
    case fail(StoreError)
  }

  /// So many transactions that change the same row can succeed one after the other.
  package static let mostCollisions = 60
  /// The server was restarted, and then a standby became the primary.
  package static let mostLosses = 2
  /// With so many collisions, the transactions of this process that collide run one after the other.
  private static let contentionThreshold = 2

  /// Whether the next attempt waits for each result.
  package private(set) var isCareful = false
  private var collisions = 0
  private var losses = 0

  package var isContended: Bool { collisions >= Self.contentionThreshold }

  package init() {}

  package mutating func next(after failure: TransactionFailure) -> Next {
    switch failure {
    case .unexpectedResult:
      isCareful = true
      return .again(pause: .zero)
    case .collision(let error):
      collisions += 1
      guard collisions <= Self.mostCollisions else { return .fail(error) }
      return .again(pause: .milliseconds(1 << min(collisions, 5)))
    case .lostConnection(let error):
      losses += 1
      return losses <= Self.mostLosses ? .again(pause: .zero) : .fail(error)
    case .uncertain(let error), .refused(let error): return .fail(error)
    }
  }
}

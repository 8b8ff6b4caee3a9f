/// The rate limits that all processes of a store count together. They may be lost in a crash of the database.
package protocol SharedLimits: Sendable {
  /// Counts one request for each of its subjects in one round trip, or for none of them: a refusal takes a second round trip.
  ///
  /// - Parameter subjects: the subjects, narrowest network first.
  /// - Returns: the state of each subject afterwards, in the same order.
  /// - Throws: ``StoreError``.
  func count(_ subjects: [LimitedSubject]) async throws -> [LimitState]
}

/// A subject of a rate limit: the requests of one network, session, user or address by one rule.
package struct LimitedSubject: Sendable {
  /// A MAC of the rule and the subject, so that the store has no addresses.
  package let bytes: [UInt8]
  /// The time in which one request is given back.
  package let interval: Duration
  /// The time in which all requests are given back.
  package let window: Duration

  package init(bytes: [UInt8], interval: Duration, window: Duration) {
    self.bytes = bytes
    self.interval = interval
    self.window = window
  }
}

/// The state of a subject after a request.
package struct LimitState: Sendable, Equatable {
  /// Whether the request was counted. A refused request changes nothing.
  package let isAdmitted: Bool
  /// The time after which all requests are given back.
  package let backlog: Duration

  package init(isAdmitted: Bool, backlog: Duration) {
    self.isAdmitted = isAdmitted
    self.backlog = backlog
  }
}

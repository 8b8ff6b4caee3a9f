package import DoorwardStore

/// The counts of rate limits that the processes of a store share.
package struct SharedCounts: Sendable {
  /// The purpose of the key that hides the subjects in the store.
  package static let purpose = "rate-limits"

  private let limits: any SharedLimits
  private let key: DerivedKey

  /// - Parameters:
  ///   - limits: the counts in the store.
  ///   - key: the key for ``purpose``.
  package init(_ limits: any SharedLimits, key: DerivedKey) {
    self.limits = limits
    self.key = key
  }

  /// Counts one act for each subject.
  ///
  /// - Returns: the state of each subject; nil if the store cannot count.
  func count(_ subjects: [(name: [[UInt8]], interval: Duration, window: Duration)]) async -> [LimitState]? {
    do {
      return try await limits.count(
        subjects.map { subject in
          LimitedSubject(
            bytes: try key.authenticate(subject.name), interval: subject.interval, window: subject.window)
        })
    } catch {
      return nil
    }
  }
}

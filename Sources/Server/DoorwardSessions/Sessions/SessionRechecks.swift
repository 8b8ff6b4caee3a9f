package import DoorwardHTTP
package import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks periodically that the proofs of a session are still valid.
///
/// At most one check of a session is in progress; other requests of the session wait for its result. After a check
/// that could not be completed there is a pause. So a service that does not respond delays only some of the requests.
package final class SessionRechecks: Sendable {
  /// Whether a session may continue.
  package enum Outcome: Sendable {
    case continues
    /// A proof could not be checked for too long.
    case unknown(Problem)
    /// The session has ended, or is refused.
    case ended
  }

  private struct State: Sendable {
    var inProgress: [Session.ID: Task<Outcome, any Error>] = [:]
    /// The sessions whose last check could not be completed.
    var paused = RecentAttempts(interval: 30)
  }

  private let methods: [SignInMethodName: any SessionRecheck]
  private let interval: TimeInterval
  private let store: any Store
  private let clock: WallClock
  private let state = Monitor(State())

  /// `rechecks` has a check for each method whose proofs can lapse. `lifetimes` has the interval of the checks of a
  /// proof.
  package init(
    _ rechecks: [any SessionRecheck], lifetimes: Lifetimes, store: any Store, clock: WallClock
  ) {
    methods = Dictionary(rechecks.map { ($0.method, $0) }) { first, _ in first }
    interval = TimeInterval(lifetimes.proofCheck)
    self.store = store
    self.clock = clock
  }

  /// Whether a proof of a live session is due for a check.
  package func isDue(for session: Session) -> Bool {
    let now = clock.now
    return session.isLive(at: now) && session.proofs.contains { isDue($0, at: now) }
  }

  /// Checks the proofs that are due, and stores the result before it returns.
  ///
  /// - Parameters:
  ///   - session: the session as it was read.
  ///   - isFrequent: whether the session is checked at every request. Then a check that could not be completed is
  ///     followed by a pause.
  /// - Returns: whether the session may continue.
  /// - Throws: ``StoreError``.
  package func recheck(_ session: Session, isFrequent: Bool) async throws -> Outcome {
    guard isDue(for: session) else { return .continues }
    let now = clock.now
    let task: Task<Outcome, any Error>? = state.withLock { state in
      if let task = state.inProgress[session.id] { return task }
      guard !isFrequent || !state.paused.contains(session.id, at: now) else { return nil }
      let task = Task { try await check(session.id) }
      state.inProgress[session.id] = task
      return task
    }
    guard let task else { return tolerance(of: session, at: now) }
    return try await task.value
  }

  private func isDue(_ proof: SessionProof, at now: Date) -> Bool {
    guard let recheck = methods[proof.method] else { return false }
    return recheck.lastCheck(of: proof).map { now.timeIntervalSince($0) >= interval } ?? true
  }

  private func check(_ id: Session.ID) async throws -> Outcome {
    defer { state.withLock { $0.inProgress[id] = nil } }
    // The caller may have read the session before the last check, and that check may have ended the session.
    guard let session = try await store.read({ try $0.session(id) }), session.isLive(at: clock.now) else {
      return .ended
    }
    var isUnavailable = false
    for proof in session.proofs where isDue(proof, at: clock.now) {
      guard let recheck = methods[proof.method] else { continue }
      let now = clock.now
      switch await recheck.check(proof, at: now) {
      case .unsupported: return .ended
      // Another proof of the session may have lapsed, so the loop continues.
      case .unavailable: isUnavailable = true
      case .holds(let evidence):
        var confirmed = proof
        confirmed.evidence = evidence
        guard try await replace(proof, by: confirmed, in: id) else { return .ended }
      case .lapsed:
        guard try await endSession(id, restingOn: proof) else { continue }
        return .ended
      }
    }
    let now = clock.now
    guard isUnavailable else {
      state.withLock { $0.paused.remove(id) }
      return .continues
    }
    state.withLock { $0.paused.insert(id, at: now) }
    guard let session = try await store.read({ try $0.session(id) }), session.isLive(at: now) else {
      return .ended
    }
    return tolerance(of: session, at: now)
  }

  /// Stores the new evidence of a proof, unless a sign-in has replaced the proof since it was read.
  ///
  /// - Returns: false if the session has ended.
  private func replace(_ proof: SessionProof, by confirmed: SessionProof, in id: Session.ID) async throws
    -> Bool
  {
    let now = clock.now
    return try await store.write { transaction in
      guard var session = try transaction.lockedSession(id), session.isLive(at: now) else { return false }
      guard let index = session.proofs.firstIndex(of: proof) else { return true }
      session.proofs[index] = confirmed
      try transaction.update(session)
      return true
    }
  }

  /// Ends a session whose proof has lapsed.
  ///
  /// - Returns: false if a sign-in has replaced the proof since it was read.
  private func endSession(_ id: Session.ID, restingOn proof: SessionProof) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard let session = try transaction.lockedSession(id) else { return true }
      guard session.proofs.contains(proof) else { return false }
      try transaction.end(session, because: .proofLapsed, by: .system, at: now)
      return true
    }
  }

  private func tolerance(of session: Session, at now: Date) -> Outcome {
    for proof in session.proofs {
      guard let recheck = methods[proof.method] else { continue }
      let age = recheck.lastCheck(of: proof).map { now.timeIntervalSince($0) } ?? .infinity
      guard age < recheck.tolerance else { return .unknown(recheck.unavailable) }
    }
    return .continues
  }
}

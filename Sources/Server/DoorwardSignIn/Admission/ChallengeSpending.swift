package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreWriting {
  /// Spends a challenge.
  ///
  /// `now` is the time, read in the transaction. The request may have waited for the writer until the spent challenge was
  /// forgotten.
  ///
  /// - Returns: nil if it is spent now; otherwise `Problem` 401 `challenge_expired` or `challenge_used`.
  /// - Throws: ``StoreError``.
  package func refusal(spending challenge: AnsweredChallenge, at now: Date) throws -> Problem? {
    guard now < challenge.expiresAt else { return .challengeExpired }
    return try spend(challenge.id, until: challenge.expiresAt) ? nil : .challengeUsed
  }
}

/// Spends challenges in the transactions that admit their proofs.
struct ChallengeSpending: Sendable {
  let store: any Store
  let clock: WallClock

  /// Spends the challenge of a proof, if it has one, then runs `body`, in one transaction.
  ///
  /// If `body` refuses, nothing of its work stays, and the challenge is spent, except for ``AccountDeletionPending``. The
  /// client asks for a new challenge.
  ///
  /// - Parameters:
  ///   - proof: the verified proof.
  ///   - reads: the reads that the work probably makes; nil if they are not known.
  ///   - known: returns the outcome if the request repeats one that has already succeeded. Then nothing is spent.
  ///   - again: the same for a request that has left a mark. It is only called if the challenge cannot be spent.
  ///   - body: the work of the transaction.
  /// - Returns: the result of `known`, `again` or `body`.
  /// - Throws: `Problem`; ``StoreError``.
  func callAsFunction<Value: Sendable>(
    _ proof: VerifiedProof, prefetching reads: PrefetchedReads? = nil,
    unless known: @escaping @Sendable (any StoreWriting) throws -> Value?,
    again: @escaping @Sendable (any StoreWriting) throws -> Value?,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.admit(prefetching: reads, continuing: proof.ahead?.rows) {
        [clock] transaction -> Result<Value, Problem> in
        if let value = try known(transaction) { return .success(value) }
        if let challenge = proof.challenge,
          let refusal = try transaction.refusal(spending: challenge, at: clock.now)
        {
          if let value = try again(transaction) { return .success(value) }
          return .failure(refusal)
        }
        let changes = transaction.changeCount
        do {
          return .success(try body(transaction))
        } catch let problem as Problem {
          // A refusal before the first change is a result: the transaction commits the spending, and a batch continues.
          guard transaction.changeCount > changes else { return .failure(problem) }
          throw LateRefusal(problem: problem)
        }
      }.get()
    } catch let refusal as LateRefusal {
      // The rollback also undid the spending, so a second transaction repeats it. If that fails, the challenge stays usable
      // until it expires.
      if let challenge = proof.challenge {
        _ = try? await store.write { try $0.spend(challenge.id, until: challenge.expiresAt) }
      }
      throw refusal.problem
    }
  }

  /// A refusal after a change.
  private struct LateRefusal: Error {
    let problem: Problem
  }
}

package import DoorwardHTTP
import DoorwardServerRules
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The refusal of a sign-in to an account that is about to be deleted.
///
/// It is not a ``Problem``, so that the transaction rolls back: the challenge is not spent, and the client can repeat the
/// request to keep the account.
struct AccountDeletionPending: Error {
  private let deletion: PendingDeletion

  init(_ deletion: PendingDeletion) { self.deletion = deletion }

  /// 409: the user decides whether to keep the account.
  fileprivate var problem: Problem {
    .accountDeletionPending(WireAccountDeletion(deleteAt: deletion.dueAt))
  }
}

extension Store {
  /// Runs the transaction of a sign-in.
  ///
  /// - Parameters:
  ///   - reads: the reads that the work probably makes; nil if they are not known.
  ///   - ahead: the rows that the transaction before has read; nil if it has read none.
  ///   - body: the work. ``AccountDeletionPending`` undoes it.
  /// - Returns: the result of `body`.
  /// - Throws: `Problem` 409 `account_deletion_pending`; the errors of `body`; ``StoreError``.
  func admit<Value: Sendable>(
    prefetching reads: PrefetchedReads? = nil, continuing ahead: ReadAhead? = nil,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    do {
      guard let reads else { return try await write(body) }
      return try await writeAtRepeatableRead(prefetching: reads, continuing: ahead, body)
    } catch let pending as AccountDeletionPending {
      throw pending.problem
    }
  }
}

extension SessionOpening {
  /// Keeps the account of a user who signs in, if the request asks for it.
  ///
  /// - Parameters:
  ///   - user: the user with all proofs. The deletion is removed.
  ///   - now: the time.
  ///   - transaction: the transaction of the sign-in.
  /// - Throws: ``AccountDeletionPending`` if the account is about to be deleted and the request does not keep it;
  ///   ``StoreError``.
  func keepAccount(of user: inout User, at now: Date, in transaction: any StoreWriting) throws {
    guard let deletion = user.deletion else { return }
    guard keepsAccount else { throw AccountDeletionPending(deletion) }
    try transaction.cancelDeletion(of: user.id)
    try transaction.record(
      .deletionCanceled, about: subjects(user.id), by: origin(user.id), at: now)
    user.deletion = nil
  }
}

extension JSONObjectReader {
  /// Reads the optional `keep_account` of a sign-in.
  ///
  /// - Throws: `Problem` 400 `wrong_type`.
  package func keepsAccount() throws(DoorwardHTTP.Problem) -> Bool {
    try optionalFlag(WireAccountDeletion.keepAccount) ?? false
  }
}

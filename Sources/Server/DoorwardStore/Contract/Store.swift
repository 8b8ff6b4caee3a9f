#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The persistent storage of the server.
///
/// `DoorwardSQLiteStore` and `DoorwardPostgreSQLStore` implement the contract. A body is blocking code. It runs on a thread
/// of the store; a read may also run on the caller's thread if that thread may block, such as a thread of the listener. A
/// body never runs on Swift's cooperative pool, and waits only for the store.
package protocol Store: Sendable {
  /// Runs `body` on one consistent snapshot.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value

  /// Runs `body` on one consistent snapshot, with the reads that it probably makes.
  func read<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction.
  ///
  /// When this returns, the changes are durable. When it throws, no change was made. If two transactions
  /// collide, a body may run more than once, so a body must not have an effect outside the store.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction, with the reads that it probably makes.
  func write<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value

  /// Runs the transaction of a sign-in, a guess or a refresh, with the reads that it probably makes. The store may run several
  /// such transactions, of different users, as one. It may isolate such a transaction less than ``write(_:)``, as
  /// `REPEATABLE READ` and not as `SERIALIZABLE`: it sees the rows of one instant, and fails only if another transaction changes
  /// a row that it changes too. These are:
  /// - in a sign-in of a known user, the row of the user and that of the proven identity,
  /// - in a guess, the counts of the guesses that it depends on,
  /// - in a refresh, the row of the session,
  /// - in the sealing of events, the row of the end of the chain, and those of the events.
  ///
  /// A transaction on which a sign-in or its answer depends changes one of these rows. So each call that changes a row of
  /// ``SignInReads``, other than a session, raises the number of ``UserWriting/collideWithSignIns(of:)``, unless a sign-in makes
  /// the call. The exchange of a code for a session raises it too.
  ///
  /// `ahead` has rows that the transaction before has read (``StoreReading/readAhead``). They are used if no sign-in of
  /// the user and no change that conflicts with one was made since. Otherwise they are read again.
  ///
  /// - Returns: the value of `body`.
  /// - Throws: as ``write(_:)``.
  func writeAtRepeatableRead<Value: Sendable>(
    prefetching reads: PrefetchedReads, continuing ahead: ReadAhead?,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value

  /// The rate limits that several processes share; nil if each process counts alone.
  var sharedLimits: (any SharedLimits)? { get }

  /// The calls that wait for a thread or a connection, by the name of their queue.
  var waiting: [String: Int] { get }

  /// Waits until a process may have changed an application, the settings or a signing key, and not longer than a time.
  ///
  /// A store that is not told of changes waits for the whole time, so the caller must look for changes after each call.
  func awaitChange(atMost time: Duration) async

  /// Checks that the store can read and write; `/readyz` calls it.
  func check() async throws

  /// Finishes the calls in progress and closes. Later calls throw ``StoreError/Code/closed``.
  func close() async
}

extension Store {
  // A store whose reads cost no round trip makes each when it is needed.

  package func read<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    try await read(body)
  }

  package func write<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await write(body)
  }

  package func writeAtRepeatableRead<Value: Sendable>(
    prefetching reads: PrefetchedReads, continuing ahead: ReadAhead?,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await write(body)
  }

  package func writeAtRepeatableRead<Value: Sendable>(
    prefetching reads: PrefetchedReads, _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await writeAtRepeatableRead(prefetching: reads, continuing: nil, body)
  }

  package var sharedLimits: (any SharedLimits)? { nil }

  package var waiting: [String: Int] { [:] }

  package func awaitChange(atMost time: Duration) async { try? await Task.sleep(for: time) }

  /// Runs a body, then closes the store, also if the body throws.
  package func closing<Value>(after body: (Self) async throws -> Value) async throws -> Value {
    do {
      let value = try await body(self)
      await close()
      return value
    } catch {
      await close()
      throw error
    }
  }
}

/// The queries on one consistent snapshot of the store.
package protocol StoreReading:
  ChallengeReading, UserReading, ProfileChangeReading, IdentityReading, SessionReading, GrantReading,
  ClientRequestReading,
  KeyReading,
  ApplicationReading, OutgoingMessageReading, PasswordReading, ImportedUserReading, GuessReading,
  SecondFactorReading,
  BanReading, UserListReading, UserEntryReading, InvitationReading, PhotoReading, EventReading,
  AdministratorReading, AdministrationKeyReading, UserSearchReading, WebhookReading, ClientLoginReading,
  SettingsReading
{
  /// The rows that were prefetched for the sign-in after this check of a proof, as they were at the start of the transaction;
  /// nil if the sign-in reads them by itself.
  var readAhead: ReadAhead? { get throws }
}

extension StoreReading {
  /// The role of an administrator; nil for any other user, and for one who is banned or will be deleted.
  package func administratorRole(of user: User.ID, at now: Date) throws -> AdministratorRole? {
    guard let role = try administrator(user)?.role, try self.user(user)?.deletion == nil,
      try ban(of: user)?.isInForce(at: now) != true
    else { return nil }
    return role
  }

  package var readAhead: ReadAhead? { nil }
}

/// The changes within one transaction.
///
/// Inserting a row that exists throws ``StoreError/Code/conflict``. Updating a row that does not exist, or inserting a
/// row that belongs to a missing user, throws ``StoreError/Code/missing``. Deleting a missing row does nothing. After
/// either error the transaction continues as if the call had not been made.
package protocol StoreWriting:
  StoreReading, ChallengeWriting, UserWriting, ProfileChangeWriting, IdentityWriting, SessionWriting,
  GrantWriting,
  ClientRequestWriting, KeyWriting, ApplicationWriting, OutgoingMessageWriting, PasswordWriting,
  ImportedUserWriting, GuessWriting,
  SecondFactorWriting, BanWriting, InvitationWriting, PhotoWriting, DeletionWriting, LeaseWriting,
  EventWriting, AdministratorWriting, AdministrationKeyWriting, WebhookWriting, ClientLoginWriting,
  SettingsWriting
{
  /// A number that grows with each change of the transaction. The caller compares two numbers.
  var changeCount: Int { get }

  /// Removes rows that are no longer needed: expired spent challenges, guesses, authorization codes, device
  /// authorizations and invitations, and sessions that ended or expired before `instant`.
  ///
  /// - Parameters:
  ///   - instant: rows that expired or ended before this moment are removed.
  ///   - limit: the most rows to remove, so that no call blocks the writer for long.
  /// - Returns: the number of removed rows.
  /// - Throws: ``StoreError``.
  func purge(before instant: Date, limit: Int) throws -> Int
}

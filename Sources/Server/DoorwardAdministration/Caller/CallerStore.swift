import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
package import DoorwardStore
import DoorwardWire

/// The store for the act of one caller of the administration.
///
/// The check of a request ends before its act begins. So each transaction first reads the rights of the caller again: an
/// administrator who has lost the role, the session or the key meanwhile changes nothing.
package struct CallerStore: Store {
  private let store: any Store
  private let clock: WallClock
  private let caller: AdministrationCaller
  private let scopes: [AdministrationScope]
  private let user: User.ID?

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock of the server.
  ///   - caller: the caller, as the check of the request has found it.
  ///   - scopes: the scopes of the act.
  ///   - user: the user that the act changes; nil for none. If this user is another administrator, the caller also needs the
  ///     scope for administrators: otherwise support could take the place of an owner. A key needs it for its creator too,
  ///     because the key may have fewer rights.
  package init(
    _ store: any Store, clock: WallClock, of caller: AdministrationCaller, for scopes: [AdministrationScope],
    over user: User.ID? = nil
  ) {
    self.store = store
    self.clock = clock
    self.caller = caller
    self.scopes = scopes
    self.user = user
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    try await store.read(body)
  }

  /// Runs `body` as one transaction if the caller still has the right to it.
  ///
  /// - Throws: `Problem` 401 `signed_out` or `invalid_client`, 403 `insufficient_scope`; the errors of the store.
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await store.write { [self] transaction in
      try requireRight(in: transaction)
      return try body(transaction)
    }
  }

  package func check() async throws { try await store.check() }

  package func close() async { await store.close() }

  private func requireRight(in transaction: any StoreReading) throws {
    guard let current = try caller.current(in: transaction, at: clock.now) else {
      if case .key = caller.actor { throw Problem.invalidAdministrationKey }
      throw Problem.administratorSignedOut
    }
    try current.require(scopes)
    if case .administrator(user, _, _) = caller.actor { return }
    guard let user, try transaction.administrator(user) != nil, !current.has(.writeAdministrators) else {
      return
    }
    throw Problem.insufficientScope(
      "The user is an administrator, so this call also needs the scope "
        + "\(AdministrationScope.writeAdministrators.rawValue).",
      needs: AdministrationScope.writeAdministrators.rawValue)
  }
}

/// Where the server keeps what must outlive it.
///
/// The contract is small on purpose: SQLite meets it inside one process, PostgreSQL across several.
/// A body is ordinary blocking code on one of the store's own threads, never on Swift's cooperative pool;
/// it must not wait for anything but the store.
public protocol Store: Sendable {
  /// Runs `body` on one consistent snapshot.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction: when this returns, its changes are durable; when it throws, none
  /// of them happened. A body may run more than once where two transactions collide, so it has no
  /// effect outside the store.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value

  /// Answers when the store can read and write; what `/readyz` asks.
  func check() async throws

  /// Finishes what is under way and closes; later calls throw ``StoreError/Code/closed``.
  func close() async
}

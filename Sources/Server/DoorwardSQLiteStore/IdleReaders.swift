import DoorwardSQLite
import DoorwardStore
import DoorwardSystem

/// Connections for reads on the caller's own thread, if that thread may block. Such a read needs no other thread.
///
/// A connection serves several threads, one at a time. Under the lock, a read removes it from the idle connections and
/// later returns it. A connection must not wait for locks, because a thread of the listener reads with it.
final class IdleReaders: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    var inUse = 0
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Adds a connection that does not wait for locks.
  func add(_ connection: sending SQLiteConnection) { state.withLock { $0.idle.append(connection) } }

  /// Reads with an idle connection.
  ///
  /// - Returns: nil if this thread may not block, if no connection is idle, or if another connection has locked the
  ///   database. The body has not run then.
  func read<Value>(_ body: (any StoreReading) throws -> Value) throws -> Value? {
    guard BackgroundThread.isCurrent, let connection = take() else { return nil }
    defer { giveBack(connection) }
    return try connection.snapshotUnlessLocked(body)
  }

  private func take() -> SQLiteConnection? {
    state.withLock { state in
      guard !state.isClosed, let connection = state.idle.popLast() else { return nil }
      state.inUse += 1
      return connection
    }
  }

  private func giveBack(_ connection: SQLiteConnection) {
    state.signal { state in
      state.inUse -= 1
      state.idle.append(connection)
    }
  }

  /// Refuses further reads, waits for reads in progress, and closes the connections.
  func close() {
    state.withLock { $0.isClosed = true }
    let idle = state.wait { state -> [SQLiteConnection]? in
      guard state.inUse == 0 else { return nil }
      defer { state.idle = [] }
      return state.idle
    }
    _ = idle
  }
}

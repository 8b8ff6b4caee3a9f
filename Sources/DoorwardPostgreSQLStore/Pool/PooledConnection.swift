import DoorwardPostgreSQL
import DoorwardStore
import DoorwardThreads

/// The connection of one thread of the pool. It is opened when it is needed, and replaced when it is lost.
final class PooledConnection {
  private let settings: PostgreSQLSettings
  private let reachability: Reachability
  private var connection: PostgreSQLConnection?
  private var lastUse = MonotonicTime.now

  /// After this time without a use, the connection is tried before a transaction: the network may have dropped it without
  /// notice, and a commit whose answer is lost cannot be repeated.
  private static let idleTime = Duration.seconds(1)

  init(_ settings: PostgreSQLSettings, _ reachability: Reachability) {
    self.settings = settings
    self.reachability = reachability
  }

  /// A connection without a transaction.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` if the database cannot be reached.
  func ready() throws(StoreError) -> PostgreSQLConnection {
    defer { lastUse = .now }
    if let connection {
      if connection.isAlive(), isRecent || answers(connection) { return connection }
      discard()
    }
    let opened = try reachability.attempt { () throws(StoreError) in
      do throws(PostgreSQLError) {
        let opened = try PostgreSQLConnection(settings)
        try SessionSettings.apply(to: opened)
        return opened
      } catch {
        throw StoreError(error)
      }
    }
    connection = opened
    return opened
  }

  /// Closes the connection. The next transaction opens another one.
  func discard() {
    connection?.close()
    connection = nil
  }

  private var isRecent: Bool { .now < lastUse.advanced(by: Self.idleTime) }

  private func answers(_ connection: PostgreSQLConnection) -> Bool {
    do throws(PostgreSQLError) {
      try connection.run("SELECT 1")
      return true
    } catch {
      return false
    }
  }
}

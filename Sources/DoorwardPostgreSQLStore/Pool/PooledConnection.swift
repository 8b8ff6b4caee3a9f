import DoorwardPostgreSQL
import DoorwardStore
import DoorwardThreads

/// The connection of one thread of the pool. It is opened when it is needed, and replaced when it is lost.
final class PooledConnection {
  private let settings: PostgreSQLSettings
  private let reachability: Reachability
  private var connection: PostgreSQLConnection?
  private var lastUse = MonotonicTime.now
  /// The number of open connections of the pool.
  private let openConnections: Monitor<Int>

  /// After this time without a use, the connection is tried before a transaction: the network may have dropped it without
  /// notice, and a commit whose answer is lost cannot be repeated.
  private static let idleTime = Duration.seconds(10)

  init(_ settings: PostgreSQLSettings, _ reachability: Reachability, _ openConnections: Monitor<Int>) {
    self.settings = settings
    self.reachability = reachability
    self.openConnections = openConnections
  }

  /// Whether other threads of the pool have connections.
  var othersAreOpen: Bool { openConnections.withLock { $0 } > (connection == nil ? 0 : 1) }

  /// Replaces a connection that was lost since the last job, and opens one if there is none. Called once before each job.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` if the database cannot be reached.
  func prepare() throws(StoreError) {
    if let connection, !connection.isAlive() || !(isRecent || answers(connection)) { discard() }
    _ = try ready()
  }

  /// The connection of the job, without a transaction. Opens another one if the job has discarded it.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` if the database cannot be reached.
  func ready() throws(StoreError) -> PostgreSQLConnection {
    defer { lastUse = .now }
    if let connection { return connection }
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
    openConnections.withLock { $0 += 1 }
    return opened
  }

  /// Closes the connection. The next transaction opens another one.
  func discard() {
    guard let connection else { return }
    connection.close()
    self.connection = nil
    openConnections.withLock { $0 -= 1 }
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

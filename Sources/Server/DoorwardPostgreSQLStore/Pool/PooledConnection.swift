import DoorwardPostgreSQL
import DoorwardStore
import DoorwardSystem

/// The connection of one thread of the pool. It is opened when it is needed, and replaced when it is lost.
final class PooledConnection {
  /// The settings, with the server first that has accepted the last connection of the pool.
  private let settings: Monitor<PostgreSQLSettings>
  /// The settings for each server alone.
  private let alternatives: [PostgreSQLSettings]
  private let reachability: Reachability
  private var connection: PostgreSQLConnection?
  private var lastUse = MonotonicTime.now
  /// The number of open connections of the pool.
  private let openConnections: Monitor<Int>
  /// The time at which the thread has taken its job. The time in which the connection is then made ready does not count as
  /// waiting for a connection.
  private(set) var jobStart = MonotonicTime.now

  /// After this time without a use, the connection is tried before a transaction: the network may have dropped it without
  /// notice, and a commit whose answer is lost cannot be repeated.
  private static let idleTime = Duration.seconds(10)
  /// The time to wait for the answer of such a try.
  private static let trialTime = Duration.seconds(2)

  init(
    _ settings: Monitor<PostgreSQLSettings>, alternatives: [PostgreSQLSettings],
    reachability: Reachability, openConnections: Monitor<Int>
  ) {
    self.settings = settings
    self.alternatives = alternatives
    self.reachability = reachability
    self.openConnections = openConnections
  }

  /// Whether other threads of the pool have connections.
  var othersAreOpen: Bool { openConnections.withLock { $0 } > (connection == nil ? 0 : 1) }

  /// Replaces a connection that was lost since the last job, or whose server is not the one of the last new connection, and opens
  /// one if there is none. Called once before each job.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` if the database cannot be reached.
  func prepare() throws(StoreError) {
    jobStart = .now
    if let connection, !(isCurrent(connection) && connection.isAlive() && isGood(connection)) { discard() }
    _ = try ready()
  }

  /// The connection of the job, without a transaction. Opens another one if the job has discarded it.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` if the database cannot be reached.
  func ready() throws(StoreError) -> PostgreSQLConnection {
    defer { lastUse = .now }
    if let connection { return connection }
    let opened = try reachability.attempt { server throws(StoreError) in
      do throws(PostgreSQLError) {
        let opened = try PostgreSQLConnection(
          server.map { alternatives[$0] } ?? settings.withLock { $0 })
        try SessionSettings.apply(to: opened)
        return opened
      } catch {
        throw StoreError(error)
      }
    }
    settings.withLock { $0 = opened.preferringServer(in: $0) }
    connection = opened
    openConnections.withLock { $0 += 1 }
    return opened
  }

  /// Closes the connection if the job has lost it. Called after each job.
  func finish() { if connection?.isUsable == false { discard() } }

  /// Closes the connection. The next transaction opens another one.
  func discard() {
    guard let connection else { return }
    if connection.hasGoneSilent { reachability.noteSilence() }
    connection.close()
    self.connection = nil
    openConnections.withLock { $0 -= 1 }
  }

  /// Whether the connection is one to the server that has accepted the last connection of the pool. After a failover, all
  /// connections must leave the old primary.
  private func isCurrent(_ connection: PostgreSQLConnection) -> Bool {
    settings.withLock { connection.isPreferred(in: $0) }
  }

  /// Whether the database still answers on the connection. Asks it only if there is a doubt, and if the database is not known to
  /// be away.
  private func isGood(_ connection: PostgreSQLConnection) -> Bool {
    let isRecent = jobStart < lastUse.advanced(by: Self.idleTime)
    let isSuspect = reachability.hasBeenSilent(since: lastUse)
    if isRecent != isSuspect { return isRecent }
    if isSuspect, reachability.isAway { return false }
    let usual = connection.answerTimeout
    connection.answerTimeout = Self.trialTime
    defer { connection.answerTimeout = usual }
    do throws(PostgreSQLError) {
      try connection.run("SELECT 1")
      return true
    } catch {
      return false
    }
  }
}

/// The settings of a session of the server that this store needs.
enum SessionSettings {
  /// Serializable transactions collide on what they have read. A scan of a whole table, which PostgreSQL chooses for a small
  /// one, would collide with every change of the table, and every query of a table that grows has an index.
  ///
  /// The few scans that no index avoids, of tables with a few rows, then seem so expensive that PostgreSQL would compile them to
  /// machine code, which takes up to half a second in each connection.
  private static let planner = [(name: "enable_seqscan", value: "off"), (name: "jit", value: "off")]

  /// All settings, for a session that lasts for one transaction.
  static func all(_ settings: PostgreSQLSettings) -> [(name: String, value: String)] {
    settings.timeouts.sessionSettings.map { (name: $0.name, value: String($0.milliseconds)) } + planner
  }

  /// Sets what a new connection does not have yet.
  static func apply(to connection: PostgreSQLConnection) throws(PostgreSQLError) {
    guard connection.settings.pooler == .none else { return }
    for (name, value) in planner {
      try connection.queue("SELECT set_config(?1, ?2, false)", [.text(name), .text(value)])
    }
    // A batch is one transaction unless it has a BEGIN, which must come before any query.
    try connection.send()
  }
}

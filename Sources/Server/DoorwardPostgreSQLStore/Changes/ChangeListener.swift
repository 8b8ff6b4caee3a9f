import DoorwardPostgreSQL
import DoorwardSystem

/// Waits for the messages of other processes, on a connection and a thread of its own.
final class ChangeListener: Sendable {
  private typealias Job = @Sendable (ListeningConnection) -> Void

  /// The longest wait of the thread, after which it notices that the caller was cancelled or the store was closed.
  private static let longestWait = Duration.milliseconds(200)

  private let settings: @Sendable () -> PostgreSQLSettings
  private let lane = WorkerLane<Job>(limit: 16)

  /// - Parameter settings: the settings of the next connection.
  init(_ settings: @escaping @Sendable () -> PostgreSQLSettings) { self.settings = settings }

  /// Starts the thread. The connection is opened by the first wait.
  func start() async throws {
    try await lane.start { [settings] in
      ListeningConnection(settings)
    } serve: { listening, lane in
      while let job = lane.next() { job(listening) }
    }
  }

  /// Returns after a message, after a connection was opened, because a message may have been missed before, or after the
  /// time.
  func awaitChange(atMost time: Duration) async {
    let end = ContinuousClock.now + time
    while !Task.isCancelled {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return }
      guard let isChange = await hears(within: min(left, Self.longestWait)) else {
        try? await Task.sleep(for: left)
        return
      }
      if isChange { return }
    }
  }

  func close() { lane.close() }

  func ended() async { await lane.ended() }

  /// Whether a message has arrived; nil if the thread does not run.
  private func hears(within time: Duration) async -> Bool? {
    await withCheckedContinuation { caller in
      do throws(WorkerLaneError) {
        try lane.submit { listening in caller.resume(returning: listening.hears(within: time)) }
      } catch {
        caller.resume(returning: nil)
      }
    }
  }
}

/// The connection of a listener. It is opened again when it is lost, with growing pauses.
private final class ListeningConnection {
  private let settings: () -> PostgreSQLSettings
  private var connection: PostgreSQLConnection?
  private var failures = 0
  private var nextAttempt = MonotonicTime.now

  init(_ settings: @escaping () -> PostgreSQLSettings) { self.settings = settings }

  /// Blocks until a message arrives or the time has passed.
  func hears(within time: Duration) -> Bool {
    guard connection != nil || nextAttempt <= .now else {
      BackgroundThread.pause(for: time)
      return false
    }
    do throws(PostgreSQLError) {
      if let connection { return try !connection.notifications(waitingAtMost: time).isEmpty }
      let opened = try PostgreSQLConnection(settings())
      try ChangeChannel.listen(on: opened)
      connection = opened
      failures = 0
      return true
    } catch {
      connection = nil
      // 1 s to 32 s.
      nextAttempt = MonotonicTime.now.advanced(by: .seconds(1 << min(failures, 5)))
      failures += 1
      return false
    }
  }
}

/// The channel of `NOTIFY` on which processes tell each other that an application or a signing key has changed. A message
/// has no content: a process that gets it reads the tables.
enum ChangeChannel {
  /// Sends a message and does not wait. It can be lost, and not all databases of this protocol have such messages, so each
  /// process also looks for changes by itself.
  ///
  /// - Parameter connection: a connection whose transaction is committed.
  static func announce(on connection: PostgreSQLConnection) {
    do throws(PostgreSQLError) {
      try connection.queue("SELECT pg_notify('doorward_changes', '')")
      try connection.send()
    } catch {
      // The next transaction finds the lost connection.
    }
  }

  static func listen(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    try connection.run("LISTEN doorward_changes")
  }
}

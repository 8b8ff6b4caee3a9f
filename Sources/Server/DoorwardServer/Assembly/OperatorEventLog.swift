import DoorwardSessions
import DoorwardStore

/// Writes the acts of the operator's commands to the log of a running server.
///
/// The commands are other processes. Their standard error is read by the operator and not by the collector of the logs, so
/// each act waits in the store. One of the processes that share a store writes it.
struct OperatorEventLog: Sendable {
  static let interval = Duration.seconds(1)
  private static let limit = 100

  let store: any Store
  let security: SecurityLog

  func start() -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        // If the store fails, requests report it. The next read repeats this one.
        try? await write()
        try? await Task.sleep(for: Self.interval)
      }
      try? await write()
    }
  }

  /// Writes all acts that wait.
  func write() async throws {
    while try await store.read({ try $0.hasOperatorEvents() }) {
      for event in try await store.write({ try $0.takeOperatorEvents(limit: Self.limit) }) {
        security.write(event)
      }
    }
  }
}

import DatabaseServers
import Foundation
import Synchronization

/// A directory that is deleted when the test ends.
final class TemporaryDirectory: Sendable {
  let path: String
  private let database = Mutex<Task<TestDatabase, any Error>?>(nil)

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("doorward-store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The address of a database of PostgreSQL that exists as long as the directory. The first call makes it, empty.
  func databaseURL() async throws -> String {
    let database = database.withLock { known in
      let task = known ?? Task { try await PostgreSQLServer.shared.makeDatabase() }
      known = task
      return task
    }
    // The tests start many servers at once, and PostgreSQL has a process for each connection.
    return try await database.value.url("connections=4")
  }
}

import Doorward
import Foundation

extension SessionStorage {
  /// Whether the storage has no session, no guest and no session that the server has to end. A sign-out leaves the token
  /// of the device.
  func isWithoutSession() async throws -> Bool {
    guard let record = try await load() else { return true }
    let members = try JSONSerialization.jsonObject(with: Data(record)) as? [String: Any]
    return members.map { Set($0.keys).subtracting(["version", "owner", "device"]).isEmpty } ?? false
  }

  /// Waits until the storage is without a session.
  func untilWithoutSession() async throws {
    while try await !isWithoutSession() { try await Task.sleep(for: .milliseconds(1)) }
  }
}

import Foundation

/// A directory that is deleted when the test ends.
final class TemporaryDirectory: Sendable {
  let path: String

  /// Makes an empty directory of this name.
  init(named name: String = "doorward-delivery-\(UUID().uuidString)") throws {
    path = Self.path(name)
    // From an earlier process with the same id.
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  static func path(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appending(path: name).path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and makes its folders.
  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

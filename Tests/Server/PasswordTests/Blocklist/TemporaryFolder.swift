import Foundation

/// A folder that is removed after a test.
struct TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("doorward-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func bytes(of name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The permissions of a file.
  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  func truncate(_ name: String, to count: UInt64) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
    try handle.truncate(atOffset: count)
    try handle.close()
  }

  /// The names of all files.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// Runs a test with a folder of its own.
func withFolder(_ test: (TemporaryFolder) throws -> Void) throws {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  try test(folder)
}

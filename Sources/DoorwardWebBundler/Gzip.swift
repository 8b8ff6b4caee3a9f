import Foundation

/// Compression for browsers (RFC 1952).
enum Gzip {
  /// Compresses bytes. The same input gives the same bytes in each build.
  ///
  /// The `gzip` command does the work. Every system has it, so that a build needs no headers of zlib: SwiftPM builds this
  /// program also for an app that uses the client alone.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let compressed = file.appendingPathExtension("gz")
    defer {
      try? FileManager.default.removeItem(at: file)
      try? FileManager.default.removeItem(at: compressed)
    }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // -n: without the name and the time of the file.
    gzip.arguments = ["gzip", "-9", "-n", file.path]
    do {
      try Data(bytes).write(to: file)
      try gzip.run()
      gzip.waitUntilExit()
      return Array(try Data(contentsOf: compressed))
    } catch {
      fatalError("gzip could not compress: \(error)")
    }
  }
}

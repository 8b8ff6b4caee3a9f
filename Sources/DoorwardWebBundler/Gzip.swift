import Foundation

/// Compression for browsers (RFC 1952).
enum Gzip {
  /// Compresses bytes. The same input gives the same bytes in each build.
  ///
  /// The `gzip` command does the work. Every system has it, so that a build needs no headers of zlib: SwiftPM builds this
  /// program also for an app that uses the client alone.
  ///
  /// - Throws: ``GzipFailure``, or the error of a file.
  static func compress(_ bytes: [UInt8]) throws -> [UInt8] {
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
    try Data(bytes).write(to: file)
    try gzip.run()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw GzipFailure(status: gzip.terminationStatus) }
    return Array(try Data(contentsOf: compressed))
  }
}

/// The `gzip` command is not installed, or failed.
struct GzipFailure: Error, CustomStringConvertible {
  let status: Int32

  var description: String {
    "gzip ended with status \(status). Install gzip, and check that the temporary directory has room."
  }
}

import DoorwardSystem
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
    try Data(bytes).write(to: file)
    // -n: without the name and the time of the file.
    var gzip = ChildProgram("gzip", ["-9", "-n", file.path])
    gzip.errors = .descriptor(STDERR_FILENO)
    let process: ChildProcess
    do {
      process = try gzip.start()
    } catch {
      throw GzipFailure(reason: "\(error). Install gzip.")
    }
    guard process.wait() == .exited(status: 0) else {
      throw GzipFailure(reason: "gzip failed. Check that the temporary directory has room.")
    }
    return Array(try Data(contentsOf: compressed))
  }
}

/// The `gzip` command is not installed or failed.
struct GzipFailure: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

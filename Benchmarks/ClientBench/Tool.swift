import Foundation

/// A program of the machine.
enum Tool {
  /// Runs a program without showing its output.
  ///
  /// - Throws: `MeasurementFailed` if the program fails.
  static func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw MeasurementFailed() }
  }
}

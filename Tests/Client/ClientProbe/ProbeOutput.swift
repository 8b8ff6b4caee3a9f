import Foundation

/// The output of the process.
enum ProbeOutput {
  /// Writes a line at once, so that a kill loses no earlier line.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

import Foundation

/// What the process says.
enum ProbeOutput {
  /// Writes a line at once, so that what was said before a kill was said.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

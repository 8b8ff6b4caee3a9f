import ChildProcesses
import Foundation
import Testing

/// Another process that uses a storage or a session: `ClientProbe` in the build folder of the tests.
final class Probe: Sendable {
  private let process: Process
  private let output: FileHandle
  private let ended: AsyncStream<Never>
  // Reads the output, one line after the other, without blocking a task.
  private let reader: DispatchQueue

  static let path = ChildProcess.built("ClientProbe")?.path

  /// Starts the process.
  init(
    _ task: String, in folder: StorageFolder, times: Int = 0, environment: [String: String] = [:]
  ) throws {
    let program = try #require(Self.path, "build the program first: swift build --build-tests")
    let (ended, ending) = AsyncStream<Never>.makeStream()
    self.ended = ended
    reader = DispatchQueue(label: "ClientProbe output")
    (process, output) = try ChildProcess.start { process in
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [task, folder.url.path, "\(times)"]
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = output
      process.terminationHandler = { _ in ending.finish() }
      return output.fileHandleForReading
    }
  }

  deinit { if process.isRunning { kill() } }

  /// Kills the process with SIGKILL.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits until the process has ended.
  ///
  /// - Returns: its status, and the lines that were not read before; -1 if the process still runs.
  func end() async -> (status: Int32, lines: [String]) {
    var lines: [String] = []
    while let line = await line() { lines.append(line) }
    for await _ in ended {}
    return (process.isRunning ? -1 : process.terminationStatus, lines)
  }

  /// The next line of the output; nil at its end.
  func line() async -> String? {
    await withCheckedContinuation { continuation in
      reader.async { [output] in
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.fileDescriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        continuation.resume(returning: line.isEmpty ? nil : String(decoding: line, as: UTF8.self))
      }
    }
  }
}

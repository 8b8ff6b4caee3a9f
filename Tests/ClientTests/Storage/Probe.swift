import ChildProcesses
import Foundation
import Testing

/// Another process that uses a storage, or a session in one: `ClientProbe`, beside the tests in the build folder.
final class Probe: Sendable {
  private let process: Process
  private let output: FileHandle
  private let ended: AsyncStream<Never>
  // What tests have read of its output and not asked for yet; one test asks, one line after the other.
  private let reader: DispatchQueue

  static let path = ChildProcess.built("ClientProbe")?.path

  /// Starts it.
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

  /// kill -9.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for its end.
  ///
  /// - Returns: its status, and all it said that was not asked for; -1 where the test has taken too long.
  func end() async -> (status: Int32, lines: [String]) {
    var lines: [String] = []
    while let line = await line() { lines.append(line) }
    for await _ in ended {}
    return (process.isRunning ? -1 : process.terminationStatus, lines)
  }

  /// Its next line; nil when it has ended.
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

import ChildProcesses
import Foundation
import Testing

/// The built `doorward` as a child process.
enum Program {
  /// Beside the test bundle in the build folder, or the path in `DOORWARD_BINARY`.
  static let path =
    ProcessInfo.processInfo.environment["DOORWARD_BINARY"] ?? ChildProcess.built("doorward")?.path

  /// Starts the program in an empty folder, without variables of Doorward.
  static func start<Pipes>(
    _ arguments: [String], environment: [String: String], in folder: TemporaryFolder,
    _ prepare: (Process) throws -> Pipes
  ) throws -> (process: Process, pipes: Pipes) {
    let path = try #require(path, "build the program first: swift build --build-tests")
    return try ChildProcess.start { process in
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { _, new in new }
      return try prepare(process)
    }
  }

  /// Runs the program until it ends.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    in folder: TemporaryFolder? = nil
  ) async throws -> Outcome {
    let streams = try TemporaryFolder()
    // Files instead of pipes, so that neither side waits for the other.
    try streams.write(input, to: "input")
    for name in ["output", "errors"] { try streams.write([], to: name) }
    // Ends with the process, or at the time limit.
    let (ended, ending) = AsyncStream<Never>.makeStream()
    let (process, _) = try start(arguments, environment: environment, in: folder ?? streams) { process in
      process.standardInput = try FileHandle(forReadingFrom: streams.url("input"))
      process.standardOutput = try FileHandle(forWritingTo: streams.url("output"))
      process.standardError = try FileHandle(forWritingTo: streams.url("errors"))
      process.terminationHandler = { _ in ending.finish() }
    }
    for await _ in ended {}
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      throw CancellationError()
    }
    return Outcome(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
      output: try streams.read("output"), errors: String(decoding: try streams.read("errors"), as: UTF8.self))
  }
}

/// The result of a run.
struct Outcome: Sendable {
  var status: Int32
  var isSignal: Bool
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
  }
}

import ChildProcesses
import DoorwardSystem
import Foundation
import Testing

/// The built `doorward` as a child process.
enum Program {
  /// Beside the test bundle in the build folder, or the path in `DOORWARD_BINARY`.
  static let path =
    ProcessInfo.processInfo.environment["DOORWARD_BINARY"] ?? BuiltProgram.path("doorward-server")

  /// The program in a folder, without variables of Doorward.
  static func child(
    _ arguments: [String], environment: [String: String], in folder: TemporaryFolder,
    program path: String? = path
  ) throws -> ChildProgram {
    let path = try #require(path, "build the program first: swift build --package-path Server --build-tests")
    let variables = ["PATH": "/usr/bin:/bin"].merging(environment) { _, new in new }
    return ChildProgram(path, arguments, environment: variables).working(in: folder.path)
  }

  /// Runs the program until it ends.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    in folder: TemporaryFolder? = nil, program path: String? = path
  ) async throws -> Outcome {
    let streams = try TemporaryFolder()
    // Files instead of pipes, so that neither side waits for the other.
    try streams.write(input, to: "input")
    var program = try child(arguments, environment: environment, in: folder ?? streams, program: path)
    program.input = .file(streams.url("input").path)
    program.output = .file(streams.url("output").path)
    program.errors = .file(streams.url("errors").path)
    let end = await (try RunningChild(program)).wait()
    try Task.checkCancellation()
    return Outcome(
      end: end, output: try streams.read("output"),
      errors: String(decoding: try streams.read("errors"), as: UTF8.self))
  }
}

/// The result of a run.
struct Outcome: Sendable {
  var end: ChildProcess.End
  var output: [UInt8]
  var errors: String

  /// The exit status, or the number of the signal that ended the program.
  var status: Int32 {
    switch end {
    case .exited(let status): status
    case .killed(let signal): signal
    }
  }
  var isSignal: Bool { end != .exited(status: status) }
  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
  }
}

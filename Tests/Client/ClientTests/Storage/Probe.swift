import ChildProcesses
import DoorwardSystem
import Foundation
import Testing

/// Another process that uses a storage or a session: `ClientProbe` in the build folder of the tests.
final class Probe: Sendable {
  private let child: RunningChild

  static let path = BuiltProgram.path("ClientProbe")

  /// Starts the process.
  init(
    _ task: String, in folder: StorageFolder, times: Int = 0, environment: [String: String] = [:]
  ) throws {
    let path = try #require(
      Self.path, "build the program first: swift build --package-path Server --build-tests")
    var program = ChildProgram(
      path, [task, folder.url.path, "\(times)"],
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    program.output = .pipe
    program.errors = .descriptor(STDERR_FILENO)
    child = try RunningChild(program)
  }

  /// Kills the process with SIGKILL.
  func kill() { child.kill() }

  /// Waits until the process has ended.
  ///
  /// - Returns: Its status or the signal that ended it, and the lines that were not read before.
  func end() async -> (status: Int32, lines: [String]) {
    let lines = await child.lines()
    switch await child.wait() {
    case .exited(let status): return (status, lines)
    case .killed(let signal): return (signal, lines)
    }
  }

  /// The next line of the output; nil at its end.
  func line() async -> String? { await child.line() }
}

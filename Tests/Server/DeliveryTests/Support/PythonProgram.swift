import ChildProcesses
import DoorwardSystem
import Encodings
import Foundation

/// The Python programs of the tests. `make swift-tests` installs the packages that they import.
enum PythonProgram {
  // Python looks for the packages beside its path, in which `Server/Tests` must not be a link.
  private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The interpreter with the packages of `requirements.txt`: `DOORWARD_PYTHON`, or that of `.venv`.
  private static var interpreter: String {
    ProcessInfo.processInfo.environment["DOORWARD_PYTHON"]
      ?? tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".venv/bin/python").path
  }

  /// Starts a program of the folder `Servers`.
  static func start(_ name: String, _ arguments: [String]) throws -> RunningChild {
    let script = tests.appending(path: "Servers/\(name)").path
    var program = ChildProgram(interpreter, [script] + arguments)
    program.output = .pipe
    program.errors = .descriptor(2)
    return try RunningChild(program)
  }

  /// The next line of a program, which must be JSON.
  static func object(from child: RunningChild) async throws -> JSONValue {
    guard let line = await child.line() else {
      throw NoOutput()
    }
    return try JSONParser.parse(line, limits: JSONLimits(maxBytes: 64 << 20))
  }

  /// The program has ended without output.
  struct NoOutput: Error, CustomStringConvertible {
    let description =
      "a Python program of the tests ended early: run `scripts/install-python .venv`, which installs its packages"
  }
}

import ChildProcesses
import DoorwardSystem
import Foundation
import Testing

/// The running program, its streams and signals. Only one task uses it.
final class RunningProgram {
  private let child: RunningChild
  private let input: FileHandle

  init(_ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder) throws {
    // Writing to an ended program must return an error and not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    // Other children must not keep the pipe open.
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    input = pipe.fileHandleForWriting
    var program = try Program.child(arguments, environment: environment, in: folder)
    program.input = .descriptor(pipe.fileHandleForReading.fileDescriptor)
    program.output = .pipe
    program.errors = .pipe
    child = try RunningChild(program)
    try pipe.fileHandleForReading.close()
  }

  func write(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

  func closeInput() throws { try input.close() }

  /// The next line of standard output; nil at its end.
  func nextLine() async -> String? { await child.line() }

  /// The next line of standard error; nil at its end.
  func nextErrorLine() async -> String? { await child.errorLine() }

  /// Reads standard error up to a line that contains `text`; false if there is none.
  func readErrors(until text: String) async -> Bool {
    while let line = await nextErrorLine() {
      if line.contains(text) { return true }
    }
    return false
  }

  func send(_ number: Int32) { child.send(number) }

  /// Waits for the end: the exit status, or the negative number of the signal that ended the program.
  func end() async -> Int32 {
    switch await child.wait() {
    case .exited(let status): status
    case .killed(let signal): -signal
    }
  }
}

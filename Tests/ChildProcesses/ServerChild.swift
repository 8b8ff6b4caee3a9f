internal import Foundation

/// A process of the built server.
// Sound: `Process` is started in the initializer and stopped once, when its owner ends; one thread reads the pipe.
final class ServerChild: @unchecked Sendable {
  private let process: Process
  private let output: FileHandle

  init(_ folder: URL) throws {
    guard let program = ChildProcess.built("doorward") else { throw RunningServer.NotStarted() }
    (process, output) = try ChildProcess.start { process in
      let output = Pipe()
      process.executableURL = program
      process.arguments = ["serve", "--development", "--listen", "127.0.0.1:0", "--data", "data"]
      process.currentDirectoryURL = folder
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      return output.fileHandleForReading
    }
  }

  /// The first line of the output; nil if the process ended before.
  func firstLine() async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [output] in
        var line = ""
        while let byte = try? output.read(upToCount: 1), !byte.isEmpty {
          if byte == Data("\n".utf8) { return continuation.resume(returning: line) }
          line += String(decoding: byte, as: UTF8.self)
        }
        continuation.resume(returning: nil)
      }
    }
  }

  /// Kills the process at once: the owner is often on the main actor, which other tests need.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    // The process has ended. `Process` notices this later.
    var end = siginfo_t()
    waitid(P_PID, id_t(process.processIdentifier), &end, WEXITED | WNOWAIT)
  }
}

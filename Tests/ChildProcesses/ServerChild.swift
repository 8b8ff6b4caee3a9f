internal import Foundation

/// A process of the built server.
// Unchecked: `Process` is started in the initializer and ended once, in the end of whoever has it; the pipe is read by
// one thread.
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

  /// The first line it says; nil when it ended before one.
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

  /// Ends it at once, whatever it is at: who lets go of a server often is on the main actor, which other tests need.
  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    // Gone, and left to `Process` to be noticed, which takes longer.
    var end = siginfo_t()
    waitid(P_PID, id_t(process.processIdentifier), &end, WEXITED | WNOWAIT)
  }
}

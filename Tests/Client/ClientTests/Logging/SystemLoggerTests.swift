#if os(Linux)
  import ChildProcesses
  import DoorwardSystem
  import Foundation
  import Testing

  /// An app continues if its messages cannot be written.
  struct SystemLoggerTests {
    /// Closed, on a full disk, and without a reader.
    @Test(.timeLimit(.minutes(1)), arguments: ["2>&-", "2>/dev/full", ""])
    func failedWriteOfAMessageIsIgnored(_ redirection: String) throws {
      let probe = try #require(
        Probe.path, "build the program first: swift build --package-path Server --build-tests")
      // A pipe without a reader.
      let unread = Pipe()
      // Other children must not keep the pipe open.
      for end in [unread.fileHandleForReading, unread.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      try unread.fileHandleForReading.close()
      var program = ChildProgram("bash", ["-c", "trap '' PIPE; \"$0\" log / \(redirection)", probe])
      program.output = .pipe
      program.errors = .descriptor(unread.fileHandleForWriting.fileDescriptor)
      let process = try program.startAlone()
      #expect(process.output?.lines() == ["logged"])
      #expect(process.wait() == .exited(status: 0))
    }
  }
#endif

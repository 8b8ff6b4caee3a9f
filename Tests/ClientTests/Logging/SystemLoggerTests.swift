#if os(Linux)
  import Foundation
  import ChildProcesses
  import Testing

  /// An app continues if its messages cannot be written.
  struct SystemLoggerTests {
    /// Closed, on a full disk, and without a reader.
    @Test(.timeLimit(.minutes(1)), arguments: ["2>&-", "2>/dev/full", ""])
    func failedWriteOfAMessageIsIgnored(_ redirection: String) throws {
      let probe = try #require(Probe.path, "build the program first: swift build --build-tests")
      let (process, output) = try ChildProcess.start { process in
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", "-c", "trap '' PIPE; \"$0\" log / \(redirection)", probe]
        let (output, unread) = (Pipe(), Pipe())
        try unread.fileHandleForReading.close()
        process.standardOutput = output
        process.standardError = unread
        return output.fileHandleForReading
      }
      let said = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(said == "logged\n")
    }
  }
#endif

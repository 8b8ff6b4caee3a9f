import ChildProcesses
import DoorwardSystem
import Foundation
import Testing

/// The starter of child processes, which also starts the browser.
@Suite(.timeLimit(.minutes(1))) struct ChildProgramTests {
  /// A program whose output is read.
  private func program(_ path: String, _ arguments: [String]) -> ChildProgram {
    var program = ChildProgram(path, arguments)
    program.output = .pipe
    return program
  }

  @Test func outputErrorsAndStatusAreReported() throws {
    var shell = program("sh", ["-c", "echo one; echo; printf two; echo three >&2; exit 3"])
    shell.errors = .pipe
    let process = try shell.startAlone()
    #expect(process.output?.line() == "one")
    #expect(process.output?.lines() == ["", "two"])
    #expect(process.output?.line() == nil)
    #expect(process.errors?.lines() == ["three"])
    #expect(process.wait() == .exited(status: 3))
    #expect(process.wait() == nil)
  }

  @Test func errorsFollowOutputOnRequest() throws {
    var shell = program("sh", ["-c", "echo one; echo two >&2"])
    shell.errors = .descriptor(STDOUT_FILENO)
    let process = try shell.startAlone()
    #expect(process.output?.lines() == ["one", "two"])
    #expect(process.wait() == .exited(status: 0))
  }

  @Test func fileIsReadAndAppendedTo() throws {
    let folder = try StorageFolder()
    let (input, output) = (folder.url.path + "/input", folder.url.path + "/output")
    try Data("text\n".utf8).write(to: URL(filePath: input))
    for count in 1...2 {
      var copy = ChildProgram("cat", [])
      copy.input = .file(input)
      copy.output = .file(output)
      #expect(try copy.startAlone().wait() == .exited(status: 0))
      let text = try String(contentsOfFile: output, encoding: .utf8)
      #expect(text == String(repeating: "text\n", count: count))
    }
  }

  @Test func environmentIsReplacedOnRequest() throws {
    var program = program("/usr/bin/env", [])
    program.environment = ["NAME": "a value"]
    let process = try program.startAlone()
    #expect(process.output?.lines() == ["NAME=a value"])
    _ = process.wait()
  }

  @Test func missingProgramIsReported() {
    #expect(throws: ChildStartFailure.self) { try program("/nonexistent/program", []).startAlone() }
    #expect(throws: ChildStartFailure.self) { try program("no-program-of-this-name", []).startAlone() }
  }

  // A thread of a task blocks signals. The process inherits no blocked signals, so SIGTERM ends it.
  @Test func signalEndsProcess() async throws {
    let process = try RunningChild(program("sleep", ["600"]))
    process.send(SIGTERM)
    #expect(await process.wait() == .killed(signal: SIGTERM))
  }

  @Test func cancelledWaitKillsProcess() async throws {
    let process = try RunningChild(program("sleep", ["600"]))
    let waiting = Task { await process.wait() }
    waiting.cancel()
    #expect(await waiting.value == .killed(signal: SIGKILL))
  }

  #if os(Linux)
    @Test func otherDescriptorsAreNotInherited() throws {
      // Foundation's pipes are inherited by a process that does not close them.
      let pipe = Pipe()
      let process = try program("ls", ["/proc/self/fd"]).startAlone()
      // The last is the folder that `ls` reads.
      #expect(process.output?.lines() == ["0", "1", "2", "3"])
      _ = process.wait()
      withExtendedLifetime(pipe) {}
    }

    @Test func descriptorThatAnotherThreadOpensMeanwhileIsNotInherited() async throws {
      let others = Task.detached {
        // Without O_CLOEXEC, a process that does not close them inherits them.
        while !Task.isCancelled {
          for file in (0..<32).map({ _ in open("/dev/null", O_RDONLY) }) { close(file) }
        }
      }
      defer { others.cancel() }
      for _ in 0..<100 {
        let process = try program("ls", ["/proc/self/fd"]).startAlone()
        #expect(process.output?.lines() == ["0", "1", "2", "3"])
        _ = process.wait()
      }
    }

    @Test(arguments: [false, true]) func processGroupIsSeparateOnRequest(_ isSeparate: Bool) throws {
      // proc(5): the first field is the process, the fifth its group.
      var program = program("cut", ["-d", " ", "-f", "1,5", "/proc/self/stat"])
      program.hasOwnGroup = isSeparate
      let process = try program.startAlone()
      let fields = process.output?.line()?.split(separator: " ").compactMap { Int32($0) }
      #expect(fields == [process.id, isSeparate ? process.id : getpgrp()])
      _ = process.wait()
    }
  #endif
}

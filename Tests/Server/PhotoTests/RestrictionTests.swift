#if os(Linux)
  import ChildProcesses
  import DoorwardSystem
  import Foundation
  import Testing

  /// The limits and the filter of system calls of a process that decodes photos.
  @Suite("Restrictions of the decoder", .timeLimit(.minutes(1)))
  struct RestrictionTests {
    private func end(of act: String) async throws -> ChildProcess.End {
      let path = try #require(BuiltProgram.path("RestrictionProbe"), "build the tests first")
      return try await RunningChild(ChildProgram(path, [act])).wait()
    }

    @Test func threadsMemoryAndOpenFilesCanBeUsed() async throws {
      #expect(try await end(of: "compute") == .exited(status: 0))
    }

    @Test(arguments: [
      "read a file", "write a file", "remove a file", "connect", "local socket", "start a process", "execute",
      "signal the parent", "executable memory", "shared memory", "make memory executable",
    ])
    func processIsKilledAtAForbiddenCall(act: String) async throws {
      #expect(try await end(of: act) == .killed(signal: SIGSYS))
    }

    @Test func processHasALowerPriorityThanItsParent() async throws {
      #expect(try await end(of: "lower priority") == .exited(status: 0))
    }

    @Test func memoryAboveTheLimitIsRefused() async throws {
      #expect(try await end(of: "much memory") == .exited(status: 1))
    }

    @Test func processIsKilledWhenItsTimeIsUsedUp() async throws {
      #expect(try await end(of: "much time") == .killed(signal: SIGXCPU))
    }

    @Test func crashIsNotTakenForAForbiddenCall() async throws {
      #expect(try await end(of: "abort") == .killed(signal: SIGABRT))
    }

    @Test func processWithSeveralThreadsIsNotRestricted() async throws {
      #expect(try await end(of: "thread before") == .exited(status: 4))
    }
  }
#endif

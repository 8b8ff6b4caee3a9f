import Doorward
import Foundation
import Testing

/// One storage and several processes, some of which are killed.
struct TwoProcessTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  @Test func changesOfThreeProcessesAreAllStored() async throws {
    let times = 100
    let probes = try (0..<2).map { _ in try Probe("count", in: folder, times: times) }
    for _ in 0..<times {
      let storage = folder.storage
      try await storage.exclusively {
        let number = try await storage.load().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        try await storage.save(Array("\(number + 1)".utf8))
      }
    }
    for probe in probes { #expect(await probe.end().status == 0) }
    #expect(try await folder.storage.load() == Array("\(3 * times)".utf8))
    #expect(try folder.names.count == 3)
  }

  @Test func simultaneousProcessesMakeOneKey() async throws {
    for _ in 0..<10 {
      let folder = try StorageFolder()
      let probes = try (0..<3).map { _ in try Probe("count", in: folder, times: 1) }
      for probe in probes { #expect(await probe.end().status == 0) }
      #expect(try await folder.storage.load() == Array("3".utf8))
    }
  }

  @Test func hundredTasksLockTheStorageOneAfterTheOther() async throws {
    let storage = folder.storage
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await storage.exclusively {
            let number = try await storage.load()?.first ?? 0
            try await storage.save([number + 1])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await storage.load() == [100])
  }

  @Test func lockOfKilledProcessIsReleased() async throws {
    let probe = try Probe("hold", in: folder)
    #expect(await probe.line() == "held")
    // Callers of another storage need not wait, however many wait for this one.
    let waiting = (0..<64).map { _ in Task { [folder] in try await folder.storage.exclusively {} } }
    for number in 0..<10 { try await folder.storage("another").save([UInt8(number)]) }
    await #expect(throws: StorageError(code: .busy, reason: "")) {
      try await folder.storage("probe", patience: .milliseconds(20)).exclusively {}
    }
    probe.kill()
    for task in waiting { try await task.value }
  }

  @Test func cancelledCallerStopsWaitingForTheLock() async throws {
    let probe = try Probe("hold", in: folder)
    #expect(await probe.line() == "held")
    let waiting = Task { [folder] in try await folder.storage.exclusively {} }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    probe.kill()
  }

  @Test func lockIsReleasedIfTheBodyThrows() async throws {
    await #expect(throws: CocoaError.self) {
      try await folder.storage.exclusively { throw CocoaError(.userCancelled) }
    }
    #expect(try await folder.storage("probe", patience: .zero).exclusively { 1 } == 1)
  }

  @Test func deletedLockFileIsReplaced() async throws {
    let storage = folder.storage
    try await storage.exclusively {
      try FileManager.default.removeItem(at: folder.file("lock"))
    }
    try await storage.exclusively { () async throws -> Void in
      await #expect(throws: StorageError(code: .busy, reason: "")) {
        try await folder.storage("probe", patience: .zero).exclusively {}
      }
    }
  }

  @Test func processesWithoutLocksStoreWholeRecords() async throws {
    let probes = try (0..<2).map { _ in try Probe("save", in: folder) }
    for probe in probes { #expect(await [probe.line(), probe.line()] == ["ready", "1"]) }
    for number in 0..<200 {
      try await folder.storage.save(Self.record(number))
      let kept = try #require(try await folder.storage.load())
      let found = try #require(Int(String(decoding: kept.prefix { $0 != 0x2C }, as: UTF8.self)))
      #expect(kept == Self.record(found))
    }
    for probe in probes {
      probe.kill()
      // The process has not ended before with an error.
      #expect(await probe.end().status == SIGKILL)
    }
  }

  @Test func killedProcessKeepsAcknowledgedRecord() async throws {
    for round in 0..<20 {
      let probe = try Probe("save", in: folder)
      #expect(await probe.line() == "ready")
      var last = 0
      for _ in 0..<round { last = Int(await probe.line() ?? "") ?? -1 }
      // The kill hits the process while it stores the next record.
      let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...5000))
      while .now < moment {}
      probe.kill()
      let output = await probe.end().lines
      last = output.last.flatMap(Int.init) ?? last
      let kept = try await folder.storage.load()
      // The last round may have stored the same first records.
      let number = kept.flatMap { Int(String(decoding: $0.prefix { $0 != 0x2C }, as: UTF8.self)) }
      #expect(kept == nil ? last == 0 : true)
      if let kept, let number {
        #expect(kept == Self.record(number))
        if last > 0 { #expect(number == last || number == last + 1) }
      }
    }
    // The next save removes the drafts of killed processes.
    try await folder.storage.save([1])
    #expect(try folder.names.count == 2)
  }

  @Test func processKilledDuringFirstSaveLeavesUsableStorage() async throws {
    for _ in 0..<20 {
      let folder = try StorageFolder()
      let probe = try Probe("save", in: folder)
      #expect(await probe.line() == "ready")
      let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...3000))
      while .now < moment {}
      probe.kill()
      _ = await probe.end()
      _ = try await folder.storage.load()
      try await folder.storage.save([2])
      #expect(try await folder.storage.load() == [2])
      #expect(try folder.names.count == 2)
    }
  }

  @Test(.timeLimit(.minutes(1))) func processReadsDuringItsExit() async throws {
    #expect(await (try Probe("end", in: folder)).end() == (0, ["old"]))
  }

  /// The record that `ClientProbe` makes.
  private static func record(_ number: Int) -> [UInt8] {
    Array(String(repeating: "\(number),", count: 200 + number % 7 * 3000).utf8)
  }

  @Test func fullDiskKeepsOldRecord() async throws {
    let probe = try Probe("full-disk", in: folder)
    #expect(await probe.end().lines == ["storage_unavailable", "old"])
    #expect(try folder.names.count == 2)
  }

  @Test func readOnlyFolderKeepsOldRecord() async throws {
    let probe = try Probe("read-only", in: folder)
    #expect(await probe.end().lines == ["storage_unavailable", "old", "storage_unavailable"])
  }
}

import Foundation
import Testing

@testable import Doorward

/// A record in a keychain, by the answers of the keychain.
struct KeychainRecordTests {
  private let folder: StorageFolder
  private let keychain = ScriptedKeychain()
  private let record = Array("a secret refresh token".utf8)

  init() throws { folder = try StorageFolder() }

  private var storage: SealedRecordKeychain { storage() }

  private func storage(
    _ name: String = "probe", patience: Duration = .seconds(60)
  ) -> SealedRecordKeychain {
    SealedRecordKeychain(
      name: name, keychain: keychain, folder: folder.url.path, isKeptOverReinstall: false, patience: patience)
  }

  private func expectUnreadable(sourceLocation: SourceLocation = #_sourceLocation) async {
    let before = keychain.contents
    await #expect(throws: StorageError(code: .unreadable, reason: ""), sourceLocation: sourceLocation) {
      try await storage.load()
    }
    #expect(keychain.contents == before, sourceLocation: sourceLocation)
  }

  @Test func storedRecordIsEncryptedAndReadUnchanged() async throws {
    #expect(try await storage.load() == nil)
    for kept in [record, [], [0], (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }, record] {
      try await storage.save(kept)
      #expect(try await storage.load() == kept)
    }
    let sealed = try #require(keychain.contents["sealed"])
    #expect(Data(sealed).range(of: Data(record)) == nil)
    #expect(keychain.contents["key"]?.count == 32)
    #expect(keychain.contents.count == 2)
  }

  @Test func removedRecordCanBeReplaced() async throws {
    try await storage.remove()
    try await storage.save(record)
    try await storage.remove()
    #expect(try await storage.load() == nil)
    #expect(keychain.contents["sealed"] == nil)
    try await storage.save([2])
    #expect(try await storage.load() == [2])
  }

  @Test func lockedKeychainThrowsAndChangesNothing() async throws {
    try await storage.save(record)
    let before = keychain.contents
    keychain.refuse(.locked)
    let locked = StorageError(code: .locked, reason: "")
    await #expect(throws: locked) { try await storage.load() }
    await #expect(throws: locked) { try await storage.save([2]) }
    await #expect(throws: locked) { try await storage.remove() }
    // Before the first unlock files cannot be opened either. The error is the same with an unusable folder.
    try folder.setMode(0o777, of: nil)
    await #expect(throws: locked) { try await storage.exclusively {} }
    try folder.setMode(0o700, of: nil)
    keychain.refuse(nil)
    #expect(keychain.contents == before)
    #expect(try await storage.load() == record)
  }

  @Test(arguments: [KeychainAnswer.notEntitled, .failed(-25291)])
  func refusingKeychainIsUnavailable(answer: KeychainAnswer) async throws {
    try await storage.save(record)
    keychain.refuse(answer)
    let unavailable = StorageError(code: .unavailable, reason: "")
    await #expect(throws: unavailable) { try await storage.load() }
    await #expect(throws: unavailable) { try await storage.save([2]) }
    await #expect(throws: unavailable) { try await storage.remove() }
    keychain.refuse(nil)
    #expect(try await storage.load() == record)
  }

  @Test func changedByteOrLengthMakesRecordUnreadable() async throws {
    try await storage.save(record)
    let kept = try #require(keychain.contents["sealed"])
    for place in kept.indices {
      var changed = kept
      changed[place] ^= 1 << UInt8(place % 8)
      keychain.put(changed, in: "sealed")
      await expectUnreadable()
      keychain.put(Array(kept.prefix(place)), in: "sealed")
      await expectUnreadable()
    }
    keychain.put(kept + [0], in: "sealed")
    await expectUnreadable()
    keychain.put(kept, in: "sealed")
    #expect(try await storage.load() == record)
  }

  @Test func recordOfLaterVersionIsUnreadableAndStays() async throws {
    try await storage.save(record)
    var kept = try #require(keychain.contents["sealed"])
    kept[8] = 2
    keychain.put(kept, in: "sealed")
    await expectUnreadable()
  }

  @Test func recordWithAnotherKeyOrNoneIsUnreadableUntilItIsRemoved() async throws {
    try await storage.save(record)
    let key = try #require(keychain.contents["key"])
    keychain.put([UInt8](repeating: 7, count: 32), in: "key")
    await expectUnreadable()
    keychain.put(nil, in: "key")
    await expectUnreadable()
    keychain.put(Array(key.dropLast()), in: "key")
    await expectUnreadable()
    // An invalid key stays until the app removes the record.
    await #expect(throws: StorageError(code: .unreadable, reason: "")) { try await storage.save([2]) }
    #expect(keychain.contents["key"] == Array(key.dropLast()))
    try await storage.remove()
    try await storage.save([2])
    #expect(try await storage.load() == [2])
  }

  @Test func recordOfAnotherStorageIsUnreadable() async throws {
    try await storage("another").save(record)
    let foreign = keychain.contents
    try await storage("another").remove()
    keychain.put(nil, in: "key")
    try await storage.save([1])
    keychain.put(foreign["sealed"], in: "sealed")
    keychain.put(foreign["key"], in: "key")
    await expectUnreadable()
  }

  @Test func storagesOfOtherNamesShareNothing() async throws {
    try await storage.save([1])
    #expect(try await storage("another").load() == nil)
    try await storage("another").save([2])
    try await storage("another").remove()
    #expect(try await storage.load() == [1])
  }

  @Test func firstKeyOfTwoProcessesWins() async throws {
    // After this process has looked for a key, and before it adds one.
    keychain.interrupt("add") { [keychain, folder] in
      let other = SealedRecordKeychain(
        name: "probe", keychain: keychain, folder: folder.url.path, isKeptOverReinstall: false,
        patience: .seconds(1))
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        try? await other.save([9])
        done.signal()
      }
      done.wait()
    }
    try await storage.save(record)
    #expect(try await storage.load() == record)
  }

  @Test func recordIsStoredThoughItDisappearsMeanwhile() async throws {
    try await storage.save([1])
    let kept = try #require(keychain.contents["sealed"])
    // The record disappears before the update, and is back before the addition.
    keychain.interrupt("update") { [keychain] in keychain.put(nil, in: "sealed") }
    keychain.interrupt("add") { [keychain] in
      _ = keychain.add(SealedRecordNames("keychain probe").record, kept)
    }
    try await storage.save(record)
    #expect(try await storage.load() == record)
  }

  @Test func oneCallerLocksTheStorageAtATime() async throws {
    try await storage.exclusively { () async throws -> Void in
      await #expect(throws: StorageError(code: .busy, reason: "")) {
        try await storage(patience: .milliseconds(20)).exclusively {}
      }
    }
    #expect(try await storage(patience: .zero).exclusively { 1 } == 1)
    let all = storage
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await all.exclusively {
            let number = try await all.load()?.first ?? 0
            try await all.save([number + 1])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await storage.load() == [50])
  }
}

import Doorward
import Foundation
import Testing

/// A damaged record is a typed error, and no byte of it is changed.
struct DamagedFileTests {
  private let folder: StorageFolder
  private let record = Array("the session".utf8)

  init() throws { folder = try StorageFolder() }

  private func expectUnreadable(
    _ code: StorageError.Code = .unreadable, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.names.map { try? Data(contentsOf: folder.url.appendingPathComponent($0)) }
    await #expect(throws: StorageError(code: code, reason: ""), sourceLocation: sourceLocation) {
      try await folder.storage.load()
    }
    let after = try folder.names.map { try? Data(contentsOf: folder.url.appendingPathComponent($0)) }
    #expect(before == after, sourceLocation: sourceLocation)
  }

  @Test func changedByteMakesRecordUnreadable() async throws {
    try await folder.storage.save(record)
    let kept = try folder.bytes("sealed")
    for place in kept.indices {
      var changed = kept
      changed[place] ^= 1 << UInt8(place % 8)
      try folder.put(changed, in: "sealed")
      try await expectUnreadable()
    }
    try folder.put(kept, in: "sealed")
    #expect(try await folder.storage.load() == record)
  }

  @Test func recordOfAnotherLengthIsUnreadable() async throws {
    try await folder.storage.save(record)
    let kept = try folder.bytes("sealed")
    for length in 0..<kept.count {
      try folder.put(Array(kept.prefix(length)), in: "sealed")
      try await expectUnreadable()
    }
    try folder.put(kept + [0], in: "sealed")
    try await expectUnreadable()
    try folder.put([UInt8](repeating: 0x44, count: 3 << 20), in: "sealed")
    try await expectUnreadable()
  }

  @Test(arguments: [0, 2, 255] as [UInt8]) func recordOfAnotherVersionIsUnreadableAndStays(version: UInt8)
    async throws
  {
    try await folder.storage.save(record)
    var kept = try folder.bytes("sealed")
    kept[8] = version
    try folder.put(kept, in: "sealed")
    try await expectUnreadable()
    #expect(try folder.bytes("sealed") == kept)
  }

  @Test func recordIsReadableWithItsOwnKeyOnly() async throws {
    try await folder.storage.save(record)
    let key = try folder.bytes("key")
    try folder.put([UInt8](repeating: 7, count: 32), in: "key")
    try await expectUnreadable()
    try folder.put(key, in: "key")
    #expect(try await folder.storage.load() == record)
  }

  @Test func recordOfAnotherStorageIsUnreadable() async throws {
    try await folder.storage.save(record)
    let key = try folder.bytes("key")
    let kept = try folder.bytes("sealed")
    let other = try StorageFolder()
    try await other.storage("another").save([])
    try other.put(key, in: "key")
    try other.put(kept, in: "sealed")
    await #expect(throws: StorageError(code: .unreadable, reason: "")) {
      try await other.storage("another").load()
    }
  }

  @Test(arguments: [0, 1, 31, 33, 5000]) func keyOfAnotherLengthIsUnreadable(length: Int) async throws {
    try await folder.storage.save(record)
    try folder.put([UInt8](repeating: 7, count: length), in: "key")
    try await expectUnreadable()
    let kept = try folder.bytes("sealed")
    await #expect(throws: StorageError(code: .unreadable, reason: "")) { try await folder.storage.save([2]) }
    #expect(try folder.bytes("sealed") == kept)
    // The app removes the record explicitly.
    try await folder.storage.remove()
    try await folder.storage.save([2])
    #expect(try await folder.storage.load() == [2])
  }

  @Test func recordWithoutKeyIsUnreadable() async throws {
    try await folder.storage.save(record)
    try FileManager.default.removeItem(at: folder.file("key"))
    try await expectUnreadable()
  }

  @Test func newRecordReplacesUnreadableOne() async throws {
    try await folder.storage.save(record)
    try folder.put([], in: "sealed")
    try await expectUnreadable()
    try await folder.storage.save([2])
    #expect(try await folder.storage.load() == [2])
  }

  @Test(arguments: ["sealed", "key"], [Stranger.folder, .link, .pipe])
  func folderLinkOrPipeInPlaceOfAFileIsUnreadable(kind: String, stranger: Stranger) async throws {
    try await folder.storage.save(record)
    let file = try folder.file(kind)
    try FileManager.default.removeItem(at: file)
    switch stranger {
    case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    case .link: symlink("/etc/passwd", file.path)
    case .pipe: mkfifo(file.path, 0o600)
    }
    let names = try folder.names
    await #expect(throws: StorageError(code: .unreadable, reason: "")) { try await folder.storage.load() }
    if stranger == .folder {
      await #expect(throws: StorageError(code: .unreadable, reason: "")) {
        try await folder.storage.save([2])
      }
      await #expect(throws: StorageError(code: .unreadable, reason: "")) { try await folder.storage.remove() }
      #expect(try Set(names).subtracting(folder.names).count <= (kind == "key" ? 1 : 0))
      #expect(
        try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
          == .typeDirectory)
    }
  }

  enum Stranger: Sendable { case folder, link, pipe }

  @Test func fileInPlaceOfTheFolderIsUnavailable() async throws {
    let file = folder.url.appendingPathComponent("file")
    try Data([1]).write(to: file)
    let storage = EncryptedFileSessionStorage(name: "probe", folder: file)
    await #expect(throws: StorageError(code: .unavailable, reason: "")) { try await storage.load() }
    await #expect(throws: StorageError(code: .unavailable, reason: "")) { try await storage.save([1]) }
    #expect(try Data(contentsOf: file) == Data([1]))
  }

  @Test(arguments: ["sealed", "key"]) func fileThatOthersMayReadBecomesPrivate(kind: String) async throws {
    try await folder.storage.save(record)
    try folder.setMode(0o644, of: kind)
    #expect(try await folder.storage.load() == record)
    #expect(try folder.mode(kind) == 0o600)
  }

  @Test(arguments: [0o777, 0o720, 0o702, 0o1777]) func folderThatOthersMayWriteIsRefused(mode: Int)
    async throws
  {
    try await folder.storage.save(record)
    try folder.setMode(mode, of: nil)
    await #expect(throws: StorageError(code: .exposed, reason: "")) { try await folder.storage.load() }
    await #expect(throws: StorageError(code: .exposed, reason: "")) { try await folder.storage.save([2]) }
    try folder.setMode(0o755, of: nil)
    #expect(try await folder.storage.load() == record)
  }

  /// Only the superuser can change the owner of a file.
  @Test(.enabled(if: geteuid() == 0), arguments: ["sealed", "key"])
  func fileOfAnotherUserIsRefused(kind: String) async throws {
    try await folder.storage.save(record)
    chown(try folder.file(kind).path, 65534, 65534)
    try await expectUnreadable(.exposed)
  }
}

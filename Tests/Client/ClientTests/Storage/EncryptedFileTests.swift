import Doorward
import Encodings
import Foundation
import Testing

/// An encrypted file: its contents, and its permissions.
struct EncryptedFileTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  @Test func storedRecordIsReadUnchanged() async throws {
    for record in [[], [0], Array("secret".utf8), (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }] {
      try await folder.storage.save(record)
      #expect(try await folder.storage.load() == record)
    }
  }

  @Test func readAndRemovalOfNoRecordMakeNoFile() async throws {
    let inside = folder.url.appendingPathComponent("not/there")
    let storage = EncryptedFileSessionStorage(name: "probe", folder: inside)
    #expect(try await storage.load() == nil)
    try await storage.remove()
    #expect(try folder.names == [])
    #expect(try await folder.storage.load() == nil)
    #expect(try folder.names == [])
  }

  @Test func newFoldersArePrivate() async throws {
    let inside = folder.url.appendingPathComponent("not/there")
    try await EncryptedFileSessionStorage(name: "probe", folder: inside).save([1])
    for path in [folder.url.appendingPathComponent("not").path, inside.path] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func newFilesArePrivate() async throws {
    try await folder.storage.exclusively { try await folder.storage.save([1]) }
    for kind in ["sealed", "key", "lock"] { #expect(try folder.mode(kind) == 0o600) }
    #expect(try folder.names.count == 3)
  }

  @Test func sealedFileContainsNeitherRecordNorKey() async throws {
    let record = Array("a secret refresh token".utf8)
    try await folder.storage.save(record)
    let first = try folder.bytes("sealed")
    #expect(Data(first).range(of: Data(record)) == nil)
    #expect(Data(first).range(of: Data(try folder.bytes("key"))) == nil)
    try await folder.storage.save(record)
    // The nonce is new, so only the head is the same.
    #expect(try folder.bytes("sealed").dropFirst(9) != first.dropFirst(9))
  }

  @Test func removedRecordCanBeReplaced() async throws {
    try await folder.storage.save([1])
    try await folder.storage.remove()
    #expect(try await folder.storage.load() == nil)
    #expect(throws: NoSuchFile.self) { try folder.file("sealed") }
    try await folder.storage.save([2])
    #expect(try await folder.storage.load() == [2])
  }

  @Test(arguments: [
    "https://id.example.com app_1", "../../etc/passwd", "", "名前", String(repeating: "x", count: 5000),
  ])
  func storagesOfAnyNameShareAFolder(name: String) async throws {
    try await folder.storage.save([1])
    try await folder.storage(name).save([2])
    #expect(try await folder.storage.load() == [1])
    #expect(try await folder.storage(name).load() == [2])
    #expect(try folder.names.count == 4)
    #expect(try folder.names.allSatisfy { $0.hasPrefix("session-") })
  }

  @Test func tooLargeRecordIsRefusedAndOldRecordStays() async throws {
    try await folder.storage.save([1])
    await #expect(throws: StorageError(code: .tooLarge, reason: "")) {
      try await folder.storage.save([UInt8](repeating: 0, count: 1 << 20 + 1))
    }
    #expect(try await folder.storage.load() == [1])
  }

  /// AES-256-GCM with the head and the name as associated data, as in `SealedRecord`: every later version
  /// reads a key and a record of this version.
  @Test func recordOfVersionOneIsRead() async throws {
    try await folder.storage.save([])
    try folder.put((0..<32).map { UInt8($0) }, in: "key")
    // Made with pyca/cryptography: AESGCM(bytes(range(32))).encrypt(b"n" * 12, b"version one", b"DOORWARD\x01probe")
    try folder.put(
      Array("DOORWARD\u{1}".utf8) + Array("nnnnnnnnnnnn".utf8)
        + Hex.decode("d13e651adc33d9df04420ffa7d612b63c81a6e1d119e6f0aaed92e"), in: "sealed")
    #expect(try await folder.storage.load() == Array("version one".utf8))
  }
}

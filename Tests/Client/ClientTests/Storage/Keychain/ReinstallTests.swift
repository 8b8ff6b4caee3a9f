import Foundation
import Testing

@testable import Doorward

/// An app that is deleted and installed again has a new folder and its old keychain.
struct ReinstallTests {
  private let keychain = ScriptedKeychain()

  private func storage(_ folder: StorageFolder, isKept: Bool = false) -> SealedRecordKeychain {
    SealedRecordKeychain(
      name: "probe", keychain: keychain, folder: folder.url.path, isKeptOverReinstall: isKept,
      patience: .seconds(60))
  }

  @Test func recordOfEarlierInstallationIsRemoved() async throws {
    try await storage(StorageFolder()).save([1])
    let folder = try StorageFolder()
    #expect(try await storage(folder).load() == nil)
    #expect(keychain.contents["sealed"] == nil)
    try await storage(folder).save([2])
    #expect(try await storage(folder).load() == [2])
  }

  @Test func newRecordOfThisInstallationStays() async throws {
    try await storage(StorageFolder()).save([1])
    let folder = try StorageFolder()
    try await storage(folder).save([2])
    #expect(try await storage(folder).load() == [2])
  }

  @Test func recordStaysIfTheAppKeepsItOverReinstall() async throws {
    try await storage(StorageFolder(), isKept: true).save([1])
    #expect(try await storage(StorageFolder(), isKept: true).load() == [1])
  }

  @Test func changeOfTheReinstallSettingKeepsRecord() async throws {
    let folder = try StorageFolder()
    try await storage(folder, isKept: true).save([1])
    #expect(try await storage(folder).load() == [1])
    #expect(try await storage(folder, isKept: true).load() == [1])
  }

  @Test func lockedKeychainIsNotAnEarlierInstallation() async throws {
    try await storage(StorageFolder()).save([1])
    keychain.refuse(.locked)
    let folder = try StorageFolder()
    await #expect(throws: StorageError(code: .locked, reason: "")) { try await storage(folder).load() }
    #expect(try folder.names == [])
    keychain.refuse(nil)
    #expect(keychain.contents["sealed"] != nil)
  }

  @Test func unreadableFolderRemovesNoRecord() async throws {
    try await storage(StorageFolder()).save([1])
    let folder = try StorageFolder()
    try folder.setMode(0o777, of: nil)
    await #expect(throws: StorageError(code: .exposed, reason: "")) { try await storage(folder).load() }
    #expect(keychain.contents["sealed"] != nil)
  }

  /// The extension reads an old record, the app stores a new one, and the extension removes only the old one.
  @Test func slowExtensionDoesNotRemoveNewRecordOfTheApp() async throws {
    try await storage(StorageFolder()).save([1])
    let folder = try StorageFolder()
    let saving = DispatchSemaphore(value: 0)
    let saved = DispatchSemaphore(value: 0)
    // The extension has read the old record, and not yet the mark of the installation.
    keychain.interrupt("read") {
      saving.signal()
      saved.wait()
    }
    let app = storage(folder)
    let looking = Task.detached { [self] in try await storage(folder).load() }
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "app").async {
        saving.wait()
        continuation.resume()
      }
    }
    try await app.save([2])
    saved.signal()
    #expect(try await looking.value == [2])
    #expect(try await app.load() == [2])
  }
}

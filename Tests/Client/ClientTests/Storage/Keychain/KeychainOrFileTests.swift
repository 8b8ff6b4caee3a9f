import Foundation
import Testing

@testable import Doorward

/// The storage of a Mac's programs, signed for a keychain or not.
struct KeychainOrFileTests {
  private let folder: StorageFolder
  private let keychain = ScriptedKeychain()
  private let record = Array("a secret refresh token".utf8)

  init() throws { folder = try StorageFolder() }

  private func storage(_ log: @escaping @Sendable (String) -> Void = { _ in }) -> KeychainOrFileStorage {
    KeychainOrFileStorage(
      name: "probe", keychain: keychain, folder: folder.url, patience: .seconds(60), log: log)
  }

  private var hasFile: Bool {
    get throws { try folder.names.contains { $0.hasSuffix(".sealed") } }
  }

  @Test func signedProgramStoresItsSessionInTheKeychain() async throws {
    #expect(try await storage().load() == nil)
    try await storage().save(record)
    #expect(try await storage().load() == record)
    #expect(keychain.contents["sealed"] != nil)
    #expect(try !hasFile)
    try await storage().remove()
    #expect(try await storage().load() == nil)
    #expect(keychain.contents["sealed"] == nil)
  }

  @Test func unsignedProgramStoresItsSessionInAFileAndSaysSoOnce() async throws {
    keychain.refuse(.notEntitled)
    let (sentences, sent) = AsyncStream<String>.makeStream()
    let storage = storage { sent.yield($0) }
    #expect(try await storage.load() == nil)
    try await storage.exclusively { try await storage.save(record) }
    #expect(try await storage.load() == record)
    #expect(try hasFile)
    try await storage.remove()
    #expect(try await storage.load() == nil)
    sent.finish()
    var count = 0
    for await sentence in sentences {
      #expect(sentence.contains("not signed for a keychain"))
      count += 1
    }
    #expect(count == 1)
  }

  @Test func unsignedProgramUsesTheFileAlthoughASignedOneHasASession() async throws {
    try await storage().save(record)
    keychain.refuse(.notEntitled)
    #expect(try await storage().load() == nil)
    try await storage().save([2])
    #expect(try await storage().load() == [2])
    try await storage().remove()
    #expect(try await storage().load() == nil)
    keychain.refuse(nil)
    #expect(try await storage().load() == record)
  }

  @Test func signedProgramNeverUsesTheFileThatAnotherProgramLeft() async throws {
    keychain.refuse(.notEntitled)
    try await storage().save([2])
    keychain.refuse(nil)
    #expect(try await storage().load() == nil)
    try await storage().save(record)
    #expect(try await storage().load() == record)
    #expect(keychain.contents["sealed"] != nil)
    try await storage().remove()
    #expect(keychain.contents["sealed"] == nil)
    keychain.refuse(.notEntitled)
    #expect(try await storage().load() == [2])
  }

  @Test(arguments: [KeychainAnswer.locked, .failed(-25291)])
  func keychainThatFailsIsNotReplacedByAFile(answer: KeychainAnswer) async throws {
    keychain.refuse(answer)
    let code = answer == .locked ? StorageError.Code.locked : .unavailable
    await #expect(throws: StorageError(code: code, reason: "")) { try await storage().load() }
    await #expect(throws: StorageError(code: code, reason: "")) { try await storage().save(record) }
    #expect(try !hasFile)
  }
}

internal import Foundation

/// Stores a session in the keychain of a Mac, and in a file if the program is not signed for a keychain: a program that
/// `swift build` has made, such as a command-line tool or a demo.
///
/// The record that exists shows the choice. A program that once stored a session in the keychain never changes to the file: if
/// it is no longer signed for its keychain, calls throw `storage_unavailable`, and the session stays where it is.
struct KeychainOrFileStorage: SessionStorage {
  private let keychain: SealedRecordKeychain
  private let file: SealedRecordFile
  private let notice: FileNotice

  init(
    name: String, keychain: any KeychainItems, folder: URL, patience: Duration,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.keychain = SealedRecordKeychain(
      name: name, keychain: keychain, folder: folder.standardizedFileURL.path, isKeptOverReinstall: false,
      patience: patience)
    file = SealedRecordFile.keyInFile(name: name, folder: folder, patience: patience)
    notice = FileNotice(folder: file.folder, insteadOf: "the keychain", log: log)
  }

  func load() async throws(StorageError) -> [UInt8]? {
    switch try await home() {
    case .keychain: try await keychain.load()
    case .file: try await file.load()
    }
  }

  func save(_ record: [UInt8]) async throws(StorageError) {
    switch try await home() {
    case .keychain: try await keychain.save(record)
    case .file: try await file.save(record)
    }
  }

  func remove() async throws(StorageError) {
    let home = try await home()
    try await file.remove()
    if case .keychain = home { try await keychain.remove() }
  }

  func revision() async -> [UInt8]? {
    // The keychain's session belongs to one program.
    guard let home = try? await home(), case .file = home else { return nil }
    return await file.revision()
  }

  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await file.exclusively(body)
  }

  private enum Home { case keychain, file }

  /// The storage that has the session, or that gets the next one.
  private func home() async throws(StorageError) -> Home {
    if try await keychain.wasUsed() { return .keychain }
    if try await file.isKept() {
      notice.log(because: "The session was created there.")
      return .file
    }
    if await keychain.isOpenToThisProgram() { return .keychain }
    notice.log(because: "This program is not signed for a keychain.")
    return .file
  }
}

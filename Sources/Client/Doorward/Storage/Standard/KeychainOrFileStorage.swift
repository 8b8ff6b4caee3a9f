internal import Foundation

/// Stores a session in the keychain of a Mac, and in a file if the program is not signed for a keychain: a program that
/// `swift build` has made, such as a command-line tool or a demo.
///
/// The signature alone decides, because every program of the user can create and delete files in the folder. A signed program
/// ignores the file: another program could have left it there to read the next refresh token. A program that loses its signature
/// starts signed out, and its session stays in the keychain.
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
    switch await home() {
    case .keychain: try await keychain.load()
    case .file: try await file.load()
    }
  }

  func save(_ record: [UInt8]) async throws(StorageError) {
    switch await home() {
    case .keychain: try await keychain.save(record)
    case .file: try await file.save(record)
    }
  }

  func remove() async throws(StorageError) {
    switch await home() {
    case .keychain: try await keychain.remove()
    case .file: try await file.remove()
    }
  }

  func revision() async -> [UInt8]? {
    // The keychain's session belongs to one program.
    switch await home() {
    case .keychain: nil
    case .file: await file.revision()
    }
  }

  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await file.exclusively(body)
  }

  private enum Home { case keychain, file }

  /// The storage of this program.
  private func home() async -> Home {
    if await keychain.isOpenToThisProgram() { return .keychain }
    notice.log(because: "This program is not signed for a keychain.")
    return .file
  }
}

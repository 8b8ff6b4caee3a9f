#if os(Linux)
  internal import Foundation
  internal import DoorwardSecretService

  /// Stores a session with its key in the keyring if a keyring answers, and in a file otherwise.
  ///
  /// The record that exists in the folder shows the choice. Therefore the choice is known even if the keyring does not
  /// answer.
  struct KeyringOrFileStorage: SessionStorage {
    private let keyring: SealedRecordFile
    private let file: SealedRecordFile
    /// The record of a signed-out device. A keyring that does not answer must not keep the user from signing in.
    private let signedOut: SealedRecordFile
    private let notice: FileNotice
    private let queue = StorageQueue()

    init(name: String, folder: URL, patience: Duration, log: @escaping @Sendable (String) -> Void) {
      keyring = SealedRecordFile.keyring(
        name: name, label: "Doorward session", folder: folder, patience: patience)
      file = SealedRecordFile.keyInFile(name: name, folder: folder, patience: patience)
      signedOut = SealedRecordFile.keyInFile(name: "signed-out \(name)", folder: folder, patience: patience)
      notice = FileNotice(folder: file.folder, insteadOf: "a keyring", log: log)
    }

    func load() async throws(StorageError) -> [UInt8]? {
      if let home = try await home() { return try await home.load() }
      // A damaged file is ignored: without the record, the device is a new one.
      return try? await signedOut.load()
    }

    func save(_ record: [UInt8]) async throws(StorageError) {
      if let home = try await home() { return try await home.save(record) }
      // Processes that save a first session together must make the same choice. This is a separate task, so that
      // cancelling the caller does not lose its session.
      let saved = await Task { () -> Result<Void, any Error> in
        do {
          try await keyring.exclusively {
            let known = try await home()
            let home = if let known { known } else { try await chosen() }
            try await home.save(record)
          }
          return .success(())
        } catch {
          return .failure(error)
        }
      }.value
      if case .failure(let error) = saved { throw .only(error) }
    }

    func keep(_ record: [UInt8]) async throws(StorageError) { try await signedOut.save(record) }

    func remove() async throws(StorageError) {
      try? await signedOut.remove()
      // If both records exist, the keyring's record is the valid one, so it is removed last.
      let removed: Result<Void, StorageError>
      do {
        try await file.remove()
        removed = .success(())
      } catch {
        removed = .failure(error)
      }
      try await keyring.remove()
      try removed.get()
    }

    func revision() async -> [UInt8]? {
      guard let first = await keyring.revision(), let second = await file.revision(),
        let third = await signedOut.revision()
      else { return nil }
      return first + second + third
    }

    func exclusively<Result: Sendable>(
      _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await file.exclusively(body)
    }

    /// The storage that has the session; nil if there is no session.
    private func home() async throws(StorageError) -> SealedRecordFile? {
      if try await keyring.isKept() { return keyring }
      guard try await file.isKept() else { return nil }
      notice.log(because: "The session was created there.")
      return file
    }

    /// The storage for a new session. The file is chosen only if there is no keyring.
    private func chosen() async throws(StorageError) -> SealedRecordFile {
      let missing = await queue.answer { () -> SecretServiceError? in
        do throws(SecretServiceError) {
          try SecretService().check()
          return nil
        } catch {
          return error
        }
      }
      guard let missing else { return keyring }
      if missing.code == .locked { throw StorageError(code: .locked, reason: missing.reason) }
      notice.log(because: missing.reason)
      return file
    }
  }
#endif

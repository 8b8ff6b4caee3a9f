/// Whether this installation of the app wrote the session in the keychain.
///
/// A keychain keeps its items after an app is deleted. The app's folder is deleted with the app, so an empty file
/// in the folder marks this installation.
struct Installation: Sendable {
  private let folder: String
  private let mark: String
  /// Whether a session of an earlier installation is kept.
  let keepsEarlierSession: Bool
  private let exclusion: ProcessExclusion
  private let queue: StorageQueue

  /// - Parameters:
  ///   - folder: A folder that is deleted together with the app.
  ///   - stem: The prefix of the file names in the folder.
  ///   - keepsEarlierSession: Whether a session of an earlier installation is kept.
  ///   - queue: The queue for blocking calls.
  init(folder: String, stem: String, keepsEarlierSession: Bool, queue: StorageQueue) {
    self.folder = folder
    mark = "\(stem).installed"
    self.keepsEarlierSession = keepsEarlierSession
    self.queue = queue
    exclusion = ProcessExclusion(
      folder: folder, lock: "\(stem).installing", patience: .seconds(10), queue: queue)
  }

  /// Creates the mark of this installation at the first call, after it deletes the session of an earlier
  /// installation.
  ///
  /// The mark is created with either policy, so that users stay signed in if an app changes its policy.
  func begin(_ forget: @escaping @Sendable () throws(StorageError) -> Void) async throws(StorageError) {
    if try await isMarked() { return }
    // This is a separate task, so that cancelling the caller does not lose the record it is about to save.
    let done = await Task { () -> Result<Void, any Error> in
      do {
        // An app and its extension may start together. The second one must not delete the session that the first
        // one saves.
        try await exclusion.run {
          if try await isMarked() { return }
          try await queue.run { () throws(StorageError) in
            if !keepsEarlierSession { try forget() }
            _ = try PrivateFolder.made(folder).create(mark, [])
          }
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.value
    if case .failure(let error) = done { throw .only(error) }
  }

  /// Whether this installation has stored a session.
  private func isMarked() async throws(StorageError) -> Bool {
    try await queue.run { () throws(StorageError) in
      try PrivateFolder.open(folder, isMade: false)?.has(mark) ?? false
    }
  }
}

extension StorageError {
  /// Narrows the error of a locked body to ``StorageError``. Other errors cannot occur, because the task is not
  /// cancelled.
  static func only(_ error: any Error) -> StorageError {
    error as? StorageError ?? StorageError(code: .busy, reason: "The session could not be locked.")
  }
}

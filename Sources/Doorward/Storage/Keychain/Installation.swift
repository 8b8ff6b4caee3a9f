/// Whether this installation of the app is the one that kept what is in the keychain.
///
/// A keychain outlives an app that is deleted; the app's folder does not, so an empty file in it is the mark of this
/// installation.
struct Installation: Sendable {
  private let folder: String
  private let mark: String
  /// Whether what an earlier installation kept counts all the same.
  let isForgiven: Bool
  private let exclusion: ProcessExclusion
  private let queue: StorageQueue

  /// - Parameters:
  ///   - folder: one that goes with the app.
  ///   - stem: what names of files in it begin with.
  ///   - isForgiven: whether what an earlier installation kept counts all the same.
  ///   - queue: where disks are waited for.
  init(folder: String, stem: String, isForgiven: Bool, queue: StorageQueue) {
    self.folder = folder
    mark = "\(stem).installed"
    self.isForgiven = isForgiven
    self.queue = queue
    exclusion = ProcessExclusion(
      folder: folder, lock: "\(stem).installing", patience: .seconds(10), queue: queue)
  }

  /// Leaves the mark of this installation, the first time, after what an earlier one left was forgotten.
  ///
  /// Who keeps something leaves the mark with either policy, so that an app which changes its own keeps its people signed in.
  func begin(_ forget: @escaping @Sendable () throws(StorageError) -> Void) async throws(StorageError) {
    if try await isMarked() { return }
    // A task of its own: a caller that is called off must not lose what it is about to keep.
    let done = await Task { () -> Result<Void, any Error> in
      do {
        // With an app and its extension, one of the two is first; the other must not forget what that one keeps.
        try await exclusion.run {
          if try await isMarked() { return }
          try await queue.run { () throws(StorageError) in
            if !isForgiven { try forget() }
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

  private func isMarked() async throws(StorageError) -> Bool {
    try await queue.run { () throws(StorageError) in
      try PrivateFolder.open(folder, isMade: false)?.has(mark) ?? false
    }
  }
}

extension StorageError {
  /// The storage's error that something inside a lock threw; nothing else is thrown where nobody is called off.
  static func only(_ error: any Error) -> StorageError {
    error as? StorageError ?? StorageError(code: .busy, reason: "The session could not be had for itself.")
  }
}

#if os(Linux)
  internal import Synchronization

  /// Logs once that the key of a session is in a file beside it.
  final class FileNotice: Sendable {
    private let folder: String
    private let log: @Sendable (String) -> Void
    private let isGiven = Mutex(false)

    init(folder: String, log: @escaping @Sendable (String) -> Void) {
      self.folder = folder
      self.log = log
    }

    /// Logs the notice with a reason, at the first call only.
    func give(because reason: String) {
      let isFirst = isGiven.withLock { isGiven in
        defer { isGiven = true }
        return !isGiven
      }
      guard isFirst else { return }
      log(
        "The session is kept in \(folder), in a file that is encrypted with a key beside it, and not in a keyring. \(reason) Whoever can act as this user can read it."
      )
    }
  }
#endif

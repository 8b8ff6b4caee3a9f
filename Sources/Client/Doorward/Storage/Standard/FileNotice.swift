#if os(Linux)
  internal import Synchronization

  /// Logs once that the key of a session is in a file beside it.
  final class FileNotice: Sendable {
    private let folder: String
    private let write: @Sendable (String) -> Void
    private let isLogged = Mutex(false)

    init(folder: String, log: @escaping @Sendable (String) -> Void) {
      self.folder = folder
      write = log
    }

    /// Logs the notice with a reason, at the first call only.
    func log(because reason: String) {
      let isFirst = isLogged.withLock { isLogged in
        defer { isLogged = true }
        return !isLogged
      }
      guard isFirst else { return }
      write(
        "The session is stored in an encrypted file in \(folder), with its key in a second file, and not in a keyring. \(reason) Every program of this user can read it."
      )
    }
  }
#endif

internal import Foundation

/// Logs once that the key of a session is in a file beside it.
///
/// Unchecked: its state is used under the lock only. A `Mutex` needs macOS 15.
final class FileNotice: @unchecked Sendable {
  private let folder: String
  private let vault: String
  private let write: @Sendable (String) -> Void
  private let lock = NSLock()
  private var isLogged = false

  /// `vault` is the place that is safer than a file, as the sentence names it. `log` receives the sentence.
  init(folder: String, insteadOf vault: String, log: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.vault = vault
    write = log
  }

  /// Logs the notice with a reason, at the first call only.
  func log(because reason: String) {
    let isFirst = lock.withLock {
      defer { isLogged = true }
      return !isLogged
    }
    guard isFirst else { return }
    write(
      "The session is stored in an encrypted file in \(folder), with its key in a second file, and not in \(vault). \(reason) Every program of this user can read it."
    )
  }
}

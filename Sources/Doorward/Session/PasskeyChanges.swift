internal import Foundation

/// The changes of passkeys by this client. An authenticator hides a passkey that is absent from the server's list, so a
/// list that was read before or during a change is out of date.
///
/// `@unchecked Sendable` is sound: the lock guards both numbers.
final class PasskeyChanges: @unchecked Sendable {
  private let lock = NSLock()
  private var running = 0
  private var begun = 0

  /// The number of changes so far; nil during a change. A list is up to date if the number is still the same.
  var count: Int? { lock.withLock { running == 0 ? begun : nil } }

  func begin() {
    lock.withLock {
      running += 1
      begun += 1
    }
  }

  func end() { lock.withLock { running -= 1 } }
}

internal import Foundation

/// The changes of passkeys by this client. An authenticator hides a passkey that is absent from the server's list, so a
/// list that was read before or during a change is out of date.
///
/// `@unchecked Sendable` is sound: the lock guards every variable.
final class PasskeyChanges: @unchecked Sendable {
  private let lock = NSLock()
  private var running = 0
  private var begun = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The number of changes so far; nil during a change. A list is up to date if the number is still the same.
  var count: Int? { lock.withLock { running == 0 ? begun : nil } }

  func begin() {
    lock.withLock {
      running += 1
      begun += 1
    }
  }

  func end() {
    let waiting = lock.withLock {
      running -= 1
      guard running == 0 else { return [] as [CheckedContinuation<Void, Never>] }
      defer { self.waiting = [] }
      return self.waiting
    }
    for one in waiting { one.resume() }
  }

  /// Waits until no change is running.
  func settled() async {
    await withCheckedContinuation { continuation in
      let isRunning = lock.withLock {
        if running > 0 { waiting.append(continuation) }
        return running > 0
      }
      if !isRunning { continuation.resume() }
    }
  }
}

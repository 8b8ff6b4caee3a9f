import DoorwardServer
import DoorwardStore
import Foundation

/// A clock that stands still until the test moves it; it starts at the real time.
final class TestClock: @unchecked Sendable {
  // Sound: what varies is read and written under `lock` alone.
  private let lock = NSLock()
  private var instant = Date()
  private var appointment: (readings: Int, body: @Sendable () -> Void)?

  func advance(by seconds: TimeInterval) { lock.withLock { instant += seconds } }

  var now: Date { lock.withLock { instant } }

  /// Runs `body` once, on the reader's own thread, as the server has read the clock so many times more: what
  /// happens at one moment of a request and at no other.
  func after(readings: Int, _ body: @escaping @Sendable () -> Void) {
    lock.withLock { appointment = (readings, body) }
  }

  var wallClock: WallClock { WallClock { self.read() } }

  private func read() -> Date {
    let due: (@Sendable () -> Void)? = lock.withLock {
      guard let (readings, body) = appointment else { return nil }
      appointment = readings > 1 ? (readings - 1, body) : nil
      return readings > 1 ? nil : body
    }
    due?()
    return now
  }
}

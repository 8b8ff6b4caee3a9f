import DoorwardServer
import DoorwardStore
import Foundation

/// A clock that only the test moves. It starts at the real time.
final class TestClock: @unchecked Sendable {
  // Sound: all variables are read and written under `lock`.
  private let lock = NSLock()
  private var instant = Date()
  private var appointment: (readings: Int, body: @Sendable () -> Void)?

  func advance(by seconds: TimeInterval) { lock.withLock { instant += seconds } }

  var now: Date { lock.withLock { instant } }

  /// Runs `body` once on the reader's thread, after the server has read the clock `readings` more times. So it runs at one
  /// exact moment of a request.
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

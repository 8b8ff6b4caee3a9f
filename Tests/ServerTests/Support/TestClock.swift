import DoorwardServer
import Foundation

/// A clock that stands still until the test moves it; it starts at the real time.
final class TestClock: @unchecked Sendable {
  // Sound: `instant` is read and written under `lock` alone.
  private let lock = NSLock()
  private var instant = Date()

  func advance(by seconds: TimeInterval) { lock.withLock { instant += seconds } }

  var now: Date { lock.withLock { instant } }

  var wallClock: WallClock { WallClock { self.now } }
}

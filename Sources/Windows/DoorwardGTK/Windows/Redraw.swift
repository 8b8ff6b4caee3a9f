#if os(Linux)
  internal import Doorward
  internal import Foundation

  /// Draws a content again when one of its texts changes with the time.
  @MainActor final class Redraw {
    private let clock: DoorwardClock
    private var waiting: Task<Void, Never>?

    init(_ clock: DoorwardClock) {
      self.clock = clock
    }

    deinit { waiting?.cancel() }

    /// Calls the action after some seconds, in the place of an earlier one; never if the time is nil.
    func schedule(in seconds: TimeInterval?, _ action: @escaping @MainActor () -> Void) {
      waiting?.cancel()
      guard let seconds else { return }
      waiting = Task { [clock] in
        try? await clock.sleep(.seconds(max(0, seconds)))
        if !Task.isCancelled { action() }
      }
    }
  }
#endif

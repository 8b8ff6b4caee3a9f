internal import Doorward
internal import Foundation

/// The timers of a driver. Their times are by the server's clock, which may differ from that of the device.
@MainActor final class ServerTimers {
  private let doorward: Doorward
  private let clock: DoorwardClock
  private var tasks: [SignInTimer: Task<Void, Never>] = [:]

  init(_ doorward: Doorward, _ clock: DoorwardClock) {
    self.doorward = doorward
    self.clock = clock
  }

  deinit { for task in tasks.values { task.cancel() } }

  /// Starts a timer, or starts it again with another time.
  ///
  /// The end of a code or a sign-in that has passed already starts no timer: a clock is wrong, and the server decides.
  ///
  /// `fire` is the work at the end.
  func start(_ timer: SignInTimer, until time: Date, _ fire: @escaping @MainActor () -> Void) {
    stop(timer)
    let isExpiry = timer == .expiry || timer == .codeExpiry
    guard !isExpiry || time > doorward.serverTime else { return }
    tasks[timer] = Task { [weak self, clock, doorward] in
      let wait = time.timeIntervalSince(doorward.serverTime)
      if wait > 0 { try? await clock.sleep(.seconds(wait)) }
      guard !Task.isCancelled, let self else { return }
      tasks[timer] = nil
      fire()
    }
  }

  func stop(_ timer: SignInTimer) { tasks.removeValue(forKey: timer)?.cancel() }
}

import Doorward
import Foundation

/// The clock of the process, by its environment: `CLOCK_RATE` times as fast as the device's from `CLOCK_BASE` on,
/// in seconds since 1970, and `CLOCK_OFFSET` seconds off.
enum ProbeClock {
  static func chosen() -> DoorwardClock {
    let environment = ProcessInfo.processInfo.environment
    let number = { (name: String) in environment[name].flatMap { Double($0) } }
    let rate = number("CLOCK_RATE") ?? 1
    let base = Date(timeIntervalSince1970: number("CLOCK_BASE") ?? Date().timeIntervalSince1970)
    let offset = number("CLOCK_OFFSET") ?? 0
    let start = ContinuousClock.now
    return DoorwardClock(
      now: { base.addingTimeInterval(Date().timeIntervalSince(base) * rate + offset) },
      elapsed: { start.duration(to: .now) * rate },
      sleep: { try await Task.sleep(for: $0 / rate) })
  }
}

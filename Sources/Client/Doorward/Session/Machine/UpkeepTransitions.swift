/// The work that the machine starts automatically, and the alarm that repeats it after a failure.
extension SessionMachine {
  /// The work that the machine starts automatically.
  struct Upkeep: Sendable, Hashable {
    /// Failures in a row. After a failure the machine waits for the alarm.
    var failures = 0
    var retryAfter: Double = 0
    var alarm: Alarm?
    /// Whether the application offers neither anonymous users nor guests.
    var hasNoVisitors = false
    /// Whether an upgrade of an earlier start is to be sent again.
    var resumesUpgrade = false

    enum Alarm: Sendable, Hashable {
      case retry(Int)
      case renewal(token: String)
    }
  }

  mutating func woke() {
    upkeep.alarm = nil
    ends.retry()
    if !changes.isEmpty { enqueue(.store) }
  }

  /// A request has failed that the machine repeats.
  mutating func failed(_ error: DoorwardError?) {
    upkeep.failures += 1
    // A server may ask for any delay; an hour is enough.
    upkeep.retryAfter = min((error?.retryAfter ?? .zero) / .seconds(1), 3600)
  }

  /// Whether the server is asked for something that the machine repeats after a failure.
  var isAsking: Bool {
    ends.isAsking || signIns.contains { $0.call == SignIn.resumed }
  }

  /// Queues the jobs that the state requires.
  mutating func keepUp() {
    if !changes.isEmpty { enqueue(.store) }
    if upkeep.resumesUpgrade { resumeUpgrade() }
    guard settings.renewsAhead, stored != nil else { return }
    switch present {
    case .user:
      if !isFresh {
        if !isRecovering { enqueue(.renew(refused: nil)) }
      } else if !known.isVerified {
        enqueue(.confirm)
      }
    case .guest: if settings.seeksVisitors, !isFresh { enqueue(.visit(.offered)) }
    case nil: if settings.seeksVisitors, !upkeep.hasNoVisitors { enqueue(.visit(.offered)) }
    }
  }

  mutating func setAlarm() {
    guard lane == .idle, jobs.queue.isEmpty else { return }
    let alarm: Upkeep.Alarm?
    if !changes.isEmpty || ends.hasFailed || upkeep.failures > 0 {
      alarm = .retry(upkeep.failures)
    } else if settings.renewsAhead, let present {
      alarm = .renewal(token: present.accessToken)
    } else {
      alarm = nil
    }
    guard alarm != upkeep.alarm else { return }
    upkeep.alarm = alarm
    switch alarm {
    case .retry(let failures):
      perform(.wake(max(min(Double(2 << min(failures, 8)), 300), upkeep.retryAfter), isRetry: true))
      upkeep.retryAfter = 0
    case .renewal: perform(.wake(min(max(freshness(at: now), 1), 86_400), isRetry: false))
    case nil: perform(.wake(nil, isRetry: false))
    }
  }
}

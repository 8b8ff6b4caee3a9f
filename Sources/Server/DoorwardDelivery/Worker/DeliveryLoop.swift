import DoorwardSystem

/// Claims work in the store and performs it, a limited number at a time, until it is finished. The messages of a channel and the
/// events for webhooks are such work.
final class DeliveryLoop<Work: Sendable>: Sendable {
  private let concurrency: Int
  private let interval: Duration
  /// Each value is a reason to read the store. The newest reason is enough.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let active = Monitor(0)

  /// `concurrency` is the most work at a time. `interval` is the time between two reads of the store.
  init(concurrency: Int, interval: Duration) {
    self.concurrency = concurrency
    self.interval = interval
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Reads the store after a pause.
  func wake(after pause: Duration) {
    Task { [signal] in
      try? await Task.sleep(for: pause)
      signal.yield()
    }
  }

  /// Starts no more work.
  func finish() { signal.finish() }

  /// Performs work until ``finish()``, and waits for the work in progress.
  ///
  /// `claim` claims at most `free` pieces of work.
  func run(
    claim: @Sendable (_ free: Int) async -> [Work], perform: @escaping @Sendable (Work) async -> Void
  ) async {
    let ticking = Task { [signal, interval] in
      while !Task.isCancelled {
        signal.yield()
        try? await Task.sleep(for: interval)
      }
    }
    await withDiscardingTaskGroup { group in
      for await _ in signals {
        let free = concurrency - active.withLock { $0 }
        guard free > 0 else { continue }
        let claimed = await claim(free)
        active.withLock { $0 += claimed.count }
        for work in claimed {
          group.addTask { [self] in
            await perform(work)
            active.withLock { $0 -= 1 }
            signal.yield()
          }
        }
      }
    }
    ticking.cancel()
    await ticking.value
  }
}

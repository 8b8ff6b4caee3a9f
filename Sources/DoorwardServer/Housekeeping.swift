/// Forgets, now and then, what no longer matters: spent challenges past their expiry, ended sessions.
struct Housekeeping: Sendable {
  static let interval = Duration.seconds(60)
  /// The most rows to remove at once, so that sign-ins never wait long for it.
  static let batch = 1000

  let store: any Store
  let clock: WallClock
  let logger: Logger

  func start() -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        await sweep()
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  private func sweep() async {
    do {
      let now = clock.now
      var removed = 0
      repeat {
        removed = try await store.write { try $0.purge(before: now, limit: Self.batch) }
      } while removed == Self.batch && !Task.isCancelled
    } catch {
      logger.log(.warning, "expired rows could not be removed")
    }
  }
}

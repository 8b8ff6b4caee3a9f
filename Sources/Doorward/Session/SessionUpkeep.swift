internal import Foundation

/// What happens unasked: a session that was read is confirmed, tokens are renewed before they end, and who is
/// nobody becomes the visitor that the server wants.
extension SessionEngine {
  /// Begins anew to keep up with what there is now.
  func keepUp() {
    upkeep?.cancel()
    upkeep = nil
    guard renewsAhead else { return }
    let begun = generation
    // Weak between the steps: a client that nobody has any more stops.
    upkeep = Task { [weak self, clock] in
      var failures = 0
      while !Task.isCancelled, let wait = await self?.step(begun, &failures) {
        do { try await clock.sleep(wait) } catch { return }
      }
    }
  }

  /// Does what is due.
  ///
  /// - Returns: How long nothing is; nil when nothing ever will be.
  private func step(_ begun: UInt64, _ failures: inout Int) async -> Duration? {
    guard begun == generation, hasRestored else { return nil }
    do {
      switch kept {
      case .session(let record):
        if !isFresh {
          try await renew(record)
        } else if !isVerified {
          let (user, generation) = try await accountCall("GET", "/v1/user")
          try await adopt(user: user, of: generation)
        }
      case .guest, nil:
        guard visitors == .asTheServerOffers else { return nil }
        if kept == nil || !isFresh { try await visitOnce() }
      }
      failures = 0
    } catch {
      guard begun == generation else { return nil }
      failures += 1
      let pause = min(pow(2, Double(min(failures, 9))), 300)
      // A server that is busy may ask for more; one that asks for days is not waited for.
      let asked = min((error as? DoorwardError)?.retryAfter ?? .zero, .seconds(3600))
      return max(.seconds(pause), asked) * Double.random(in: 1...1.25)
    }
    guard begun == generation, kept != nil else { return nil }
    // A server may say any number; one that is too large is no duration.
    return .seconds(min(max(freshnessLeft, 1), 86_400))
  }
}

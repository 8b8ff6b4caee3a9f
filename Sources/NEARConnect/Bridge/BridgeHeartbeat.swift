internal import Encodings

/// Asks the page at each beat, while calls wait, whether it still runs its scripts.
///
/// One thread runs the page and the code of every wallet in it. A wallet that never returns stops the timers of
/// the page too, so only the app can notice.
@MainActor final class BridgeHeartbeat {
  private var pulse = BridgePulse()
  private var beats: Task<Void, Never>?
  /// Ids of questions are above those of calls.
  private static let firstID: UInt64 = 1 << 52

  /// Begins, unless it has begun.
  ///
  /// - Parameters:
  ///   - host: The host of the page.
  ///   - onBlocked: Called once, when the page no longer answers.
  func begin(_ host: any BridgeHost, onBlocked: @escaping @MainActor () -> Void) {
    guard beats == nil else { return }
    pulse = BridgePulse()
    beats = Task { [weak self] in
      // This clock does not advance while the machine sleeps.
      while (try? await Task.sleep(for: BridgePulse.interval, clock: .suspending)) != nil {
        guard let self, !Task.isCancelled else { return }
        switch pulse.beat(isSuspended: host.isSuspended) {
        case .ask(let number):
          host.post(BridgeCall(id: Self.firstID + number, name: "beat", arguments: [:]).text)
        case .wait: break
        case .giveUp:
          end()
          onBlocked()
        }
      }
    }
  }

  /// Ends; nothing is asked any more.
  func end() {
    beats?.cancel()
    beats = nil
  }

  /// Takes the answer to a call, which may be a question of this heartbeat.
  func answered(_ id: UInt64) {
    if id > Self.firstID { pulse.answered(id - Self.firstID) }
  }

  /// Stops counting while a dialog of the page waits for the user.
  func pause() { pulse.pause() }
}

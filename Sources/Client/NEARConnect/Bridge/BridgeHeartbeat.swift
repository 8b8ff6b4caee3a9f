internal import Encodings

/// Checks at regular intervals, while calls wait, that the page still runs its scripts.
///
/// One thread runs the page and the code of all its wallets. A wallet in an endless loop also stops the page's
/// timers, so only the app can detect it.
@MainActor final class BridgeHeartbeat {
  private var pulse = BridgePulse()
  private var beats: Task<Void, Never>?
  /// The ids of heartbeat questions are above the ids of calls.
  private static let firstID: UInt64 = 1 << 52

  /// Starts the heartbeat if it is not running.
  ///
  /// `onBlocked` is called once, when the page no longer answers.
  func begin(_ host: any BridgeHost, onBlocked: @escaping @MainActor () -> Void) {
    guard beats == nil else { return }
    pulse = BridgePulse()
    beats = Task { [weak self] in
      // The suspending clock does not advance while the machine sleeps.
      while (try? await Task.sleep(for: BridgePulse.interval, clock: .suspending)) != nil {
        guard let self, !Task.isCancelled else { return }
        switch pulse.beat(isSuspended: host.isSuspended) {
        case .ask(let number):
          host.post(BridgeCall(id: Self.firstID + number, name: "beat", arguments: [:]).text)
        case .wait: break
        case .reportBlocked:
          end()
          onBlocked()
        }
      }
    }
  }

  /// Stops the heartbeat.
  func end() {
    beats?.cancel()
    beats = nil
  }

  /// Records an answer to a call or to a question of this heartbeat.
  func answered(_ id: UInt64) {
    if id > Self.firstID { pulse.answered(id - Self.firstID) }
  }

  /// Stops counting missed answers while a dialog of the page waits for the user.
  func pause() { pulse.pause() }
}

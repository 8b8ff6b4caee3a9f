import DoorwardDelivery
import DoorwardStore
import DoorwardSystem

/// Holds messages until the test opens it, and counts them.
final class GatedSender: MessageSender {
  private struct State {
    var sending = 0
    var most = 0
    var sent = 0
    var isOpen = false
  }

  private let state = Monitor(State())
  let longestTime: Duration

  init(longestTime: Duration = .zero) { self.longestTime = longestTime }

  var sending: Int { state.withLock { $0.sending } }
  var most: Int { state.withLock { $0.most } }
  var sent: Int { state.withLock { $0.sent } }

  func open() { state.withLock { $0.isOpen = true } }

  func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    state.withLock { state in
      state.sending += 1
      state.most = max(state.most, state.sending)
    }
    while !state.withLock({ $0.isOpen }) { await Task.yield() }
    state.withLock { state in
      state.sending -= 1
      state.sent += 1
    }
    return .accepted(DeliveryNote(code: "accepted", detail: ""))
  }
}

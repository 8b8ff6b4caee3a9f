import DoorwardHTTPTypes
import DoorwardSystem

/// Counts the large bodies that a listener holds, in all and for each network.
struct LargeBodies: Sendable {
  private struct State {
    var count = 0
    var byNetwork: [IPAddress: Int] = [:]
  }

  private let settings: LargeBodySettings?
  private let state = Monitor(State())

  init(_ settings: LargeBodySettings?) { self.settings = settings }

  /// Counts another body.
  ///
  /// - Parameter network: the network of the client; `nil` if it has no limit.
  /// - Returns: false if there are too many. Then nothing is counted.
  func enter(_ network: IPAddress?) -> Bool {
    guard let settings else { return false }
    return state.withLock { state in
      guard state.count < settings.maximumCount else { return false }
      if let network {
        let count = state.byNetwork[network, default: 0]
        guard count < settings.maximumCountPerNetwork else { return false }
        state.byNetwork[network] = count + 1
      }
      state.count += 1
      return true
    }
  }

  /// Ends the count of a body.
  func leave(_ network: IPAddress?) {
    state.withLock { state in
      state.count -= 1
      guard let network, let count = state.byNetwork[network] else { return }
      state.byNetwork[network] = count > 1 ? count - 1 : nil
    }
  }
}

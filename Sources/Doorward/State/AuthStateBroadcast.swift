/// Tells any number of subscribers the present state and each that follows it, none left out.
actor AuthStateBroadcast {
  private(set) var state: DoorwardAuthState
  private var subscribers: [UInt64: AsyncStream<DoorwardAuthState>.Continuation] = [:]
  private var lastID: UInt64 = 0

  init(_ state: DoorwardAuthState = .undetermined) { self.state = state }

  func send(_ new: DoorwardAuthState) {
    guard new != state else { return }
    state = new
    for subscriber in subscribers.values { subscriber.yield(new) }
  }

  func subscribe(_ continuation: AsyncStream<DoorwardAuthState>.Continuation) {
    lastID += 1
    let id = lastID
    subscribers[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.remove(id) }
    }
    continuation.yield(state)
  }

  private func remove(_ id: UInt64) { subscribers[id] = nil }
}

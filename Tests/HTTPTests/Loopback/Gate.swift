/// Holds tasks until it opens, or until so many wait; nobody waits longer than ``Patience``.
actor Gate {
  private enum Event {
    case opened
    case arrivals(Int)
  }

  private struct Waiter {
    let event: Event
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let name: String
  private let capacity: Int
  private var isOpen = false
  private var waiters: [Int: Waiter] = [:]
  private var waits = 0
  /// How many have come to the gate.
  private(set) var arrived = 0

  /// - Parameters:
  ///   - name: what is behind the gate, for whoever waits for it in vain.
  ///   - capacity: opens by itself when that many have arrived.
  init(_ name: String, capacity: Int = .max) {
    self.name = name
    self.capacity = capacity
  }

  /// Waits for the gate to open, as a handler under test does: whether it is cancelled or not.
  func pass() async {
    arrived += 1
    if arrived >= capacity { isOpen = true }
    settle()
    _ = await wait(for: .opened)
  }

  /// Waits for somebody to open the gate.
  func opened() async throws {
    guard await wait(for: .opened) else { throw WaitedInVain(what: "\(name) to open") }
  }

  /// Waits until `count` have arrived.
  func arrivals(_ count: Int) async throws {
    guard await wait(for: .arrivals(count)) else {
      throw WaitedInVain(what: "\(count) to arrive at \(name), where \(arrived) did")
    }
  }

  /// Lets everybody through from now on.
  func open() {
    isOpen = true
    settle()
  }

  /// - Returns: false where the event did not come in time.
  private func wait(for event: Event) async -> Bool {
    if has(event) { return true }
    waits += 1
    let number = waits
    let limit = Task {
      try? await Task.sleep(for: Patience.limit)
      giveUp(number)
    }
    defer { limit.cancel() }
    return await withCheckedContinuation { continuation in
      waiters[number] = Waiter(event: event, continuation: continuation)
    }
  }

  private func has(_ event: Event) -> Bool {
    switch event {
    case .opened: isOpen
    case .arrivals(let count): arrived >= count
    }
  }

  private func settle() {
    for (number, waiter) in waiters where has(waiter.event) {
      waiters[number] = nil
      waiter.continuation.resume(returning: true)
    }
  }

  private func giveUp(_ number: Int) {
    waiters.removeValue(forKey: number)?.continuation.resume(returning: false)
  }
}

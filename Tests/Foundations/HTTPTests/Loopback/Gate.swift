/// Holds tasks until it opens, or until `capacity` tasks wait. A wait ends after ``WaitLimit``.
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
  /// The number of tasks that have arrived.
  private(set) var arrived = 0

  /// - Parameters:
  ///   - name: the name in the error of a wait that times out.
  ///   - capacity: opens the gate when so many tasks have arrived.
  init(_ name: String, capacity: Int = .max) {
    self.name = name
    self.capacity = capacity
  }

  /// Waits until the gate opens, also if the task is cancelled.
  func pass() async {
    arrived += 1
    if arrived >= capacity { isOpen = true }
    settle()
    _ = await wait(for: .opened)
  }

  /// Waits until the gate opens.
  func opened() async throws {
    guard await wait(for: .opened) else { throw WaitTimeout(what: "\(name) to open") }
  }

  /// Waits until `count` tasks have arrived.
  func arrivals(_ count: Int) async throws {
    guard await wait(for: .arrivals(count)) else {
      throw WaitTimeout(what: "\(count) to arrive at \(name), where \(arrived) did")
    }
  }

  /// Lets all tasks continue, from now on.
  func open() {
    isOpen = true
    settle()
  }

  /// - Returns: false if the event did not happen in time.
  private func wait(for event: Event) async -> Bool {
    if has(event) { return true }
    waits += 1
    let number = waits
    let limit = Task {
      try? await Task.sleep(for: WaitLimit.limit)
      timeOut(number)
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

  private func timeOut(_ number: Int) {
    waiters.removeValue(forKey: number)?.continuation.resume(returning: false)
  }
}

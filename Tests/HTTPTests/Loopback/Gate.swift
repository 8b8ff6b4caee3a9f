/// Holds tasks until it opens, or until so many wait.
actor Gate {
  private let capacity: Int
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var arrived = 0

  /// - Parameter capacity: opens by itself when that many have arrived.
  init(capacity: Int = .max) {
    self.capacity = capacity
  }

  /// Waits for the gate to open.
  func pass() async {
    arrived += 1
    if arrived >= capacity { open() }
    for watcher in watchers where arrived >= watcher.count { watcher.continuation.resume() }
    watchers.removeAll { arrived >= $0.count }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until `count` have arrived.
  func arrivals(_ count: Int) async {
    guard arrived < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  /// Lets everybody through from now on.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

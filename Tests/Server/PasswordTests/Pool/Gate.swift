import DoorwardSystem

/// Blocks threads of a pool until it is opened.
struct Gate: Sendable {
  private let monitor = Monitor((isOpen: false, arrived: 0))

  /// Blocks the thread of the pool.
  func pass() {
    monitor.signal { $0.arrived += 1 }
    _ = monitor.wait { $0.isOpen ? () : nil }
  }

  func open() { monitor.signal { $0.isOpen = true } }

  func arrivals(_ count: Int) async {
    while monitor.withLock({ $0.arrived }) < count { await Task.yield() }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value behind a lock that threads can wait on.
///
/// `Synchronization.Mutex` has no condition to wait for and needs a newer macOS than this package.
///
/// Sound though unchecked: `state` is touched only between lock and unlock, and the two C objects never
/// move, being allocated once and freed when nobody holds the monitor any more.
final class Monitor<State: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    // Neither fails with default attributes (POSIX: only for want of memory or of rights).
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Looks at the state or changes it.
  func access<Value>(_ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Changes the state and wakes one thread that waits for a change, or all of them.
  func change<Value>(wakingAll: Bool = false, _ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let value = body(&state)
    if wakingAll { pthread_cond_broadcast(changed) } else { pthread_cond_signal(changed) }
    return value
  }

  /// Blocks this thread until `body` answers something.
  func wait<Value>(_ body: (inout State) -> Value?) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let value = body(&state) { return value }
      pthread_cond_wait(changed, mutex)
    }
  }
}

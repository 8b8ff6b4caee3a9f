#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value with the lock that guards it and a condition that threads wait on.
///
/// `Synchronization.Mutex` has no condition, and needs a newer macOS than this package. A task may hold the lock for a
/// few instructions. ``wait(until:for:)`` blocks its thread, so no task calls it.
///
/// Copies share the value. The monitor is a structure because the compiler does not inline the functions of a `package`
/// class into other modules, and then every access is an unspecialized generic call.
@usableFromInline
package struct Monitor<State>: @unchecked Sendable {
  // Sound: `box.state` is touched only between `lock` and `unlock` of the box, in the three functions below.
  @usableFromInline let box: Box

  @usableFromInline
  final class Box {
    @usableFromInline var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init(_ state: State) {
      self.state = state
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      #if canImport(Glibc)
        // A thread that finds the lock taken tries again for a moment before it sleeps: most locks are held for a few
        // instructions, and to sleep and wake costs thousands.
        var kind = pthread_mutexattr_t()
        pthread_mutexattr_init(&kind)
        pthread_mutexattr_settype(&kind, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        pthread_mutex_init(mutex, &kind)
        pthread_mutexattr_destroy(&kind)
      #else
        pthread_mutex_init(mutex, nil)
      #endif
      condition = .allocate(capacity: 1)
      condition.initialize(to: pthread_cond_t())
      #if canImport(Darwin)
        pthread_cond_init(condition, nil)
      #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
      #endif
    }

    deinit {
      pthread_cond_destroy(condition)
      condition.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @usableFromInline
    func lock() { pthread_mutex_lock(mutex) }

    @usableFromInline
    func unlock() { pthread_mutex_unlock(mutex) }

    /// Wakes one of the threads that wait, or all.
    @usableFromInline
    func wake(all: Bool) {
      if all { pthread_cond_broadcast(condition) } else { pthread_cond_signal(condition) }
    }

    /// Waits until another thread wakes this one; not after `deadline`. The lock is free in the meantime.
    func sleep(until deadline: MonotonicTime?) {
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        return
      }
      #if canImport(Darwin)
        let now = MonotonicTime.now
        guard now < deadline else { return }
        var time = timespec(nanoseconds: deadline.nanoseconds - now.nanoseconds)
        pthread_cond_timedwait_relative_np(condition, mutex, &time)
      #else
        var time = timespec(nanoseconds: deadline.nanoseconds)
        pthread_cond_timedwait(condition, mutex, &time)
      #endif
    }
  }

  package init(_ state: sending State) { box = Box(state) }

  /// Reads or changes the state.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    box.lock()
    defer { box.unlock() }
    return try body(&box.state)
  }

  /// Changes the state and wakes the threads that wait.
  ///
  /// `wakingAll` says whether every thread wakes, or one.
  ///
  /// - Returns: the result of the change.
  @inlinable
  package func signal<Result>(wakingAll: Bool = true, _ body: (inout State) -> Result) -> Result {
    box.lock()
    defer { box.unlock() }
    let result = body(&box.state)
    box.wake(all: wakingAll)
    return result
  }

  /// Blocks the thread until `body` returns a value. `body` runs again after each ``signal(wakingAll:_:)``.
  ///
  /// - Parameters:
  ///   - deadline: the time at which the wait ends; nil to wait without limit.
  ///   - body: reads or changes the state.
  /// - Returns: the value, or nil if the deadline has passed.
  package func wait<Result>(
    until deadline: MonotonicTime? = nil, for body: (inout State) -> Result?
  ) -> Result? {
    box.lock()
    defer { box.unlock() }
    while true {
      if let result = body(&box.state) { return result }
      if let deadline, deadline <= .now { return nil }
      box.sleep(until: deadline)
    }
  }
}

extension timespec {
  init(nanoseconds: UInt64) {
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}

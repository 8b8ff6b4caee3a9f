#if canImport(Darwin)
  package import Darwin
#elseif canImport(Musl)
  package import Musl
#else
  package import Glibc
#endif

/// A value with the lock that guards it and a condition that threads wait on.
///
/// `Synchronization.Mutex` has no condition, and needs a newer macOS than this package. A task may hold the lock for a
/// few instructions. ``wait(until:for:)`` blocks its thread, so no task calls it.
package final class Monitor<State>: @unchecked Sendable {
  // Sound: `state` is touched only between lock and unlock of `mutex`, in the three functions below.
  @usableFromInline var state: State
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
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

  /// Reads or changes the state.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Changes the state and wakes the threads that wait.
  ///
  /// - Parameters:
  ///   - wakingAll: whether every thread wakes, or one.
  ///   - body: the change.
  /// - Returns: the result of the change.
  @inlinable
  package func signal<Result>(wakingAll: Bool = true, _ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&state)
    if wakingAll { pthread_cond_broadcast(condition) } else { pthread_cond_signal(condition) }
    return result
  }

  /// Blocks the thread until `body` returns a value. `body` runs again after each ``signal(wakingAll:_:)``.
  ///
  /// - Parameters:
  ///   - deadline: the time at which to give up; nil to wait without limit.
  ///   - body: reads or changes the state.
  /// - Returns: the value, or nil if the deadline came first.
  @inlinable
  package func wait<Result>(
    until deadline: MonotonicTime? = nil, for body: (inout State) -> Result?
  ) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let now = MonotonicTime.now
      guard now < deadline else { return nil }
      #if canImport(Darwin)
        var time = timespec(nanoseconds: deadline.nanoseconds - now.nanoseconds)
        pthread_cond_timedwait_relative_np(condition, mutex, &time)
      #else
        var time = timespec(nanoseconds: deadline.nanoseconds)
        pthread_cond_timedwait(condition, mutex, &time)
      #endif
    }
  }
}

extension timespec {
  init(nanoseconds: UInt64) {
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}

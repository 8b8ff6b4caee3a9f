#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread for work that blocks. Swift's cooperative pool must never run such work.
package enum BackgroundThread {
  /// Whether the current thread was started here. Such a thread may block.
  package static var isCurrent: Bool { pthread_getspecific(mark) != nil }

  /// The mark of the threads that are started here: a value of the thread that is not null.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Runs `body` on a new detached thread. The thread takes no signals: they belong to the main thread.
  ///
  /// - Returns: false if the system has no thread left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(BackgroundWork(body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // One size on every platform: the default is 512 KiB on Darwin and 8 MiB on Linux.
    pthread_attr_setstacksize(&attributes, 2 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, &attributes, runBackgroundWork, work.toOpaque()) == 0 else {
      work.release()
      return false
    }
    return true
  }

  /// Stops the current thread for a while. The thread must be one that was started here.
  package static func pause(for duration: Duration) {
    var time = timespec(
      nanoseconds: UInt64(duration.components.seconds) * 1_000_000_000
        + UInt64(duration.components.attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }

  fileprivate static func markCurrent() { pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1)) }
}

private final class BackgroundWork: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private func runBackgroundWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    perform(work)
    return nil
  }
#else
  private func runBackgroundWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { perform(work) }
    return nil
  }
#endif

private func perform(_ work: UnsafeMutableRawPointer) {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  BackgroundThread.markCurrent()
  Unmanaged<BackgroundWork>.fromOpaque(work).takeRetainedValue().body()
}

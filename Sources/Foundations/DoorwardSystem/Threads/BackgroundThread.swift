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

  /// The priority of a thread.
  package enum Priority: Sendable {
    case normal
    /// For long computations: a thread of normal priority that wakes up need not wait for the end of a time slice.
    case low
  }

  /// Runs `body` on a new detached thread. The thread takes no signals: they belong to the main thread.
  ///
  /// - Returns: false if the system cannot start another thread.
  package static func start(priority: Priority = .normal, _ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(BackgroundWork(priority: priority, body: body))
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

  fileprivate static func setCurrent(_ priority: Priority) {
    guard priority == .low else { return }
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
      // On Linux each thread has its own nice value. 10 is about a tenth of the normal share of a busy processor.
      #if canImport(Musl)
        setpriority(PRIO_PROCESS, 0, 10)
      #else
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      #endif
    #endif
  }
}

private final class BackgroundWork: Sendable {
  let priority: BackgroundThread.Priority
  let body: @Sendable () -> Void

  init(priority: BackgroundThread.Priority, body: @escaping @Sendable () -> Void) {
    self.priority = priority
    self.body = body
  }
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
  let work = Unmanaged<BackgroundWork>.fromOpaque(work).takeRetainedValue()
  BackgroundThread.setCurrent(work.priority)
  work.body()
}

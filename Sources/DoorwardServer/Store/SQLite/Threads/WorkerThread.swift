#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread of our own for work that blocks, which Swift's cooperative pool must never do.
enum WorkerThread {
  /// Runs `body` on a new thread, detached: whoever cares about its end is told by `body` itself.
  ///
  /// - Throws: ``StoreError/Code/unavailable`` where the system has no thread left to give.
  static func start(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The same everywhere: Darwin gives 512 KiB, Linux 8 MiB.
    pthread_attr_setstacksize(&attributes, 2 << 20)

    let work = Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, &attributes, runThread, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw StoreError(.unavailable, "the system gave no thread (error \(code)): raise its limit of threads")
    }
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runThread(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    perform(work)
    return nil
  }
#else
  private func runThread(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { perform(work) }
    return nil
  }
#endif

private func perform(_ work: UnsafeMutableRawPointer) {
  // Signals are the main thread's business.
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  Unmanaged<ThreadBody>.fromOpaque(work).takeRetainedValue().run()
}

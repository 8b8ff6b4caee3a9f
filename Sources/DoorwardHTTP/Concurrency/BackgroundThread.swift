#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread of our own for work that blocks, which has no place in Swift's cooperative pool.
package enum BackgroundThread {
  /// Runs `body` on a new detached thread.
  /// - Returns: whether the system gave us one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(BackgroundWork(body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
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
}

private final class BackgroundWork: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

#if canImport(Darwin)
  private func runBackgroundWork(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<BackgroundWork>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
#else
  private func runBackgroundWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work else { return nil }
    Unmanaged<BackgroundWork>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
#endif

public import Foundation

/// Starts the processes of tests that run in parallel.
public enum ChildProcess {
  // One lock for the process, because all threads share its file descriptors.
  private static let starting = NSLock()

  /// Starts a process. Only one process starts at a time.
  ///
  /// A child inherits a descriptor that another thread opens after Foundation has listed the descriptors to close. This
  /// includes pipes that tell the other thread of the end of its own child. That thread would then wait until both
  /// children have ended. If one child waits for the other, it would wait forever.
  ///
  /// - Parameter prepare: sets up the process and returns its pipes.
  /// - Returns: the process and the pipes.
  /// - Throws: the error of the start.
  public static func start<Pipes>(
    _ prepare: (Process) throws -> Pipes
  ) throws -> (process: Process, pipes: Pipes) {
    try starting.withLock {
      let process = Process()
      let pipes = try prepare(process)
      // The threads of Swift's tasks block signals, and a child inherits this, so SIGTERM would not end it.
      var (nothing, before) = (sigset_t(), sigset_t())
      sigemptyset(&nothing)
      pthread_sigmask(SIG_SETMASK, &nothing, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
      return (process, pipes)
    }
  }
}

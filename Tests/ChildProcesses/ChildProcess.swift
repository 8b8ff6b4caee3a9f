public import Foundation

/// Starts the processes of tests, which run beside each other.
public enum ChildProcess {
  // For the process, as what it keeps apart is: the descriptors of all its threads.
  private static let starting = NSLock()

  /// Starts a process, while nobody else starts one here.
  ///
  /// A child inherits what another thread opens after Foundation has looked at what is to be closed in it: also what
  /// would tell that thread of the end of its own child, and the pipe to it. It then hears of that end when both
  /// children are gone; and where the end of the one waits for the other's, never.
  ///
  /// - Parameter prepare: says what is started, and makes the pipes to it, which it answers.
  /// - Returns: the process, and the pipes.
  /// - Throws: what kept it from starting.
  public static func start<Pipes>(
    _ prepare: (Process) throws -> Pipes
  ) throws -> (process: Process, pipes: Pipes) {
    try starting.withLock {
      let process = Process()
      let pipes = try prepare(process)
      // The threads of Swift's tasks have signals blocked, and what they start inherits that: SIGTERM did not end it.
      var (nothing, before) = (sigset_t(), sigset_t())
      sigemptyset(&nothing)
      pthread_sigmask(SIG_SETMASK, &nothing, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
      return (process, pipes)
    }
  }
}

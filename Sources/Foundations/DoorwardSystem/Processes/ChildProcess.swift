#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that ``ChildProgram/start()`` has started.
///
/// The system keeps the process until ``wait()`` has returned. Then the number can belong to another process.
package struct ChildProcess: Sendable {
  /// The number of the process.
  package let id: Int32
  /// Standard output, if it is a pipe.
  package let output: OutputReader?
  /// Standard error, if it is a pipe.
  package let errors: OutputReader?

  /// The result of a process.
  package enum End: Sendable, Equatable {
    case exited(status: Int32)
    case killed(signal: Int32)
  }

  /// Sends a signal. Must not be called after ``wait()`` has returned.
  package func send(_ signal: Int32) { kill(id, signal) }

  /// Blocks the thread until the process has ended.
  ///
  /// - Returns: The result. It is nil if it is unknown, because this process ignores SIGCHLD or has waited for the process
  ///   elsewhere.
  package func wait() -> End? {
    var status: Int32 = 0
    var found: Int32
    repeat { found = waitpid(id, &status, 0) } while found < 0 && errno == EINTR
    guard found == id else { return nil }
    // The macros of <sys/wait.h> are not available in Swift.
    let signal = status & 0x7f
    return signal == 0 ? .exited(status: status >> 8 & 0xff) : .killed(signal: signal)
  }
}

package import DoorwardSystem
internal import Foundation

/// A process that runs beside a test. It is killed when its owner is released, or when a task that waits for it is
/// cancelled, for example at the time limit of the test.
// Sound: `end` is accessed under the lock.
package final class RunningChild: @unchecked Sendable {
  private let process: ChildProcess
  // Each queue has its own thread, which may block.
  private let outputQueue = DispatchQueue(label: "output of a child process")
  private let errorQueue = DispatchQueue(label: "errors of a child process")
  private let lock = NSLock()
  private var end: ChildProcess.End?

  package init(_ program: ChildProgram) throws { process = try program.startAlone() }

  deinit { stop() }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) { lock.withLock { if end == nil { process.send(signal) } } }

  package func kill() { send(SIGKILL) }

  /// Kills the process and blocks the thread until it has ended, which is soon.
  package func stop() {
    kill()
    _ = waitForEnd()
  }

  /// The next line of standard output; nil at its end.
  package func line() async -> String? { await blocking(on: outputQueue) { $0.process.output?.line() } }

  /// The next line of standard error; nil at its end.
  package func errorLine() async -> String? { await blocking(on: errorQueue) { $0.process.errors?.line() } }

  /// The lines of standard output that were not read before.
  package func lines() async -> [String] {
    await blocking(on: outputQueue) { $0.process.output?.lines() ?? [] }
  }

  /// Waits until the process has ended.
  package func wait() async -> ChildProcess.End {
    await blocking(on: DispatchQueue(label: "end of a child process")) { $0.waitForEnd() }
  }

  private func blocking<Value: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable (RunningChild) -> Value
  ) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: work(self)) }
      }
    } onCancel: {
      kill()
    }
  }

  private func waitForEnd() -> ChildProcess.End {
    // The system keeps the process meanwhile, so that `send` does not reach another process of the same number.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process.id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return lock.withLock {
      let found = end ?? process.wait() ?? .exited(status: -1)
      end = found
      return found
    }
  }
}

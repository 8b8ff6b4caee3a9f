#if os(Linux)
  internal import DoorwardGTKWidgets
  package import Foundation

  /// Runs the body of a test while running GTK's loop, which only works on the main thread.
  ///
  /// XCTest runs *synchronous* methods on the main thread. A method that runs GLib's loop there also runs the tasks of the
  /// main actor, and so the body of the test.
  package enum LoopRun {
    /// Runs a body.
    ///
    /// - Throws: The error of the body; ``LateTest`` if it does not end in time.
    package static func run(timeLimit: TimeInterval, _ body: @escaping @MainActor () async throws -> Void)
      throws
    {
      // Sound: XCTest calls its methods on the main thread. On another thread `assumeIsolated` would trap.
      try MainActor.assumeIsolated {
        GTKMainLoop.attach()
        let outcome = Outcome()
        let task = Task { @MainActor in
          do { try await body() } catch { outcome.error = error }
          outcome.isOver = true
        }
        // The loop sleeps until an event occurs. A timer creates such events.
        let clock = Task { @MainActor in
          try await Task.sleep(for: .seconds(timeLimit))
          outcome.isLate = true
        }
        GTKMainLoop.run { outcome.isOver || outcome.isLate }
        task.cancel()
        clock.cancel()
        if let error = outcome.error { throw error }
        if outcome.isLate { throw LateTest(seconds: timeLimit) }
      }
    }
  }

  /// A test has not ended in time.
  package struct LateTest: Error, CustomStringConvertible {
    let seconds: TimeInterval
    package var description: String { "the test did not end within \(seconds) seconds" }
  }

  @MainActor private final class Outcome {
    var isOver = false
    var isLate = false
    var error: (any Error)?
  }
#endif

#if os(Linux)
  import Foundation
  import DoorwardGTKWidgets
  import XCTest

  /// A test case that needs GTK, which only works on the main thread.
  ///
  /// XCTest runs *synchronous* methods on the main thread. A method that runs GLib's loop there also runs the
  /// tasks of the main actor, and so the body of the test.
  class GTKTestCase: XCTestCase {
    /// Runs the body of a test while running the loop.
    func onLoop(timeLimit: TimeInterval = 30, _ body: @escaping @MainActor () async throws -> Void) throws {
      // Sound: XCTest calls this method on the main thread. On another thread `assumeIsolated` would trap.
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
        XCTAssertFalse(outcome.isLate, "The test did not end within \(timeLimit) seconds.")
      }
    }
  }

  @MainActor private final class Outcome {
    var isOver = false
    var isLate = false
    var error: (any Error)?
  }
#endif

#if os(Linux)
  import Foundation
  import DoorwardWebKitGTK
  import XCTest

  /// A case that needs GTK, which works on the main thread alone.
  ///
  /// XCTest runs *synchronous* methods on the main thread. One that turns GLib's loop there lets the main
  /// actor's tasks run, and with them the test.
  class GTKTestCase: XCTestCase {
    /// Runs a test's body while turning the loop.
    func onLoop(timeLimit: TimeInterval = 30, _ body: @escaping @MainActor () async throws -> Void) throws {
      // Sound: XCTest calls this on the main thread, and where it did not this would say so.
      try MainActor.assumeIsolated {
        GTKMainLoop.attach()
        let outcome = Outcome()
        let task = Task { @MainActor in
          do { try await body() } catch { outcome.error = error }
          outcome.isOver = true
        }
        // The loop sleeps until something happens; the clock is such a thing.
        let clock = Task { @MainActor in
          try await Task.sleep(for: .seconds(timeLimit))
          outcome.isLate = true
        }
        GTKMainLoop.run { outcome.isOver || outcome.isLate }
        task.cancel()
        clock.cancel()
        if let error = outcome.error { throw error }
        XCTAssertFalse(outcome.isLate, "The test was not over after \(timeLimit) seconds.")
      }
    }
  }

  @MainActor private final class Outcome {
    var isOver = false
    var isLate = false
    var error: (any Error)?
  }
#endif

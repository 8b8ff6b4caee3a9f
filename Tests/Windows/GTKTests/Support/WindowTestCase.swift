#if os(Linux)
  import DesktopLoops
  import DoorwardGTKWidgets
  import Foundation
  import XCTest

  /// A test case that shows windows.
  class WindowTestCase: XCTestCase {
    /// Close the windows of the test, also if it fails.
    @MainActor static var closings: [@MainActor () -> Void] = []

    /// Runs the body of a test while running the loop. Nothing moves, so that pictures are the same each time.
    ///
    /// - Parameters:
    ///   - timeLimit: The time after which the test fails, in seconds.
    ///   - isOfDesktop: Whether the colors are those of the desktop, instead of light ones.
    ///   - body: The body.
    /// - Throws: The error of the body, or that the time is up.
    func onLoop(
      timeLimit: TimeInterval = 60, isOfDesktop: Bool = false,
      _ body: @escaping @MainActor () async throws -> Void
    ) throws {
      try LoopRun.run(timeLimit: timeLimit) {
        XCTAssertTrue(GTKMainLoop.open(), "The tests need a display: xvfb-run -a swift test …")
        Motion.set(false)
        Adwaita.adopt()
        if !isOfDesktop { Adwaita.setDark(false) }
        TextScale.set(1)
        defer {
          for close in Self.closings { close() }
          Self.closings = []
        }
        try await body()
      }
    }
  }
#endif

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
    func onLoop(timeLimit: TimeInterval = 60, _ body: @escaping @MainActor () async throws -> Void) throws {
      try LoopRun.run(timeLimit: timeLimit) {
        XCTAssertTrue(GTKMainLoop.open(), "The tests need a display: xvfb-run -a swift test …")
        Motion.set(false)
        Adwaita.adopt()
        Adwaita.setDark(false)
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

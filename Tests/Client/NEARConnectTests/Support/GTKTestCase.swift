#if os(Linux)
  import DesktopLoops
  import Foundation
  import XCTest

  /// A test case that needs GTK.
  class GTKTestCase: XCTestCase {
    /// Runs the body of a test while running the loop.
    func onLoop(timeLimit: TimeInterval = 30, _ body: @escaping @MainActor () async throws -> Void) throws {
      try LoopRun.run(timeLimit: timeLimit, body)
    }
  }
#endif

#if os(Linux)
  import DesktopLoops
  import DoorwardFlow
  import DoorwardGTKWidgets
  import XCTest

  @testable import DoorwardGTK

  /// A dialog is as high as its view, so that no control is cut off.
  final class DialogHeightTests: WindowTestCase {
    func testDialogIsAsHighAsItsProblemNeeds() throws {
      try onLoop {
        var problem = SampleContents.password
        problem.problem = ScreenContent.Problem(
          id: "problem", text: "The user or the password is wrong. Check both, or choose a new password.",
          field: .password)
        try await Self.expectSameHeight(SampleContents.password, problem)
      }
    }

    func testDialogIsAsHighAsTheNextViewNeeds() throws {
      try onLoop {
        var first = SampleContents.password
        first.name = "first"
        first.elements = Array(first.elements.suffix(1))
        first.back = nil
        first.close = nil
        var second = SampleContents.password
        second.close = SampleContents.start.close
        try await Self.expectSameHeight(first, second)
      }
    }

    func testDialogIsAsHighAsANewAuthenticatorNeeds() throws {
      try onLoop {
        var first = SampleContents.password
        first.name = "first"
        first.elements = Array(first.elements.suffix(1))
        try await Self.expectSameHeight(first, try SampleContents.authenticator())
      }
    }

    func testDialogIsAsHighAsAViewThatFollowsBeforeTheFirstFrame() throws {
      try onLoop {
        var first = SampleContents.password
        first.name = "first"
        first.elements = Array(first.elements.suffix(1))
        let high = try await Self.height(of: try Self.show(SampleContents.authenticator()))
        let window = try Self.show(first)
        window.draw(try SampleContents.authenticator())
        try await eventually("the dialog is \(high) pixels high") { window.window.size.height == high }
      }
    }

    /// Expects that a dialog that shows two contents in turn is as high as one that shows only the present one.
    @MainActor private static func expectSameHeight(
      _ low: ScreenContent, _ high: ScreenContent
    ) async throws {
      let (lowHeight, highHeight) = (
        try await height(of: try show(low)), try await height(of: try show(high))
      )
      XCTAssertLessThan(lowHeight, highHeight)
      let window = try show(low)
      for (content, height) in [(high, highHeight), (low, lowHeight)] {
        window.draw(content)
        try await eventually("the dialog is \(height) pixels high") { window.window.size.height == height }
      }
    }

    @MainActor private static func show(_ content: ScreenContent) throws -> ScreenWindow {
      let window = try XCTUnwrap(ScreenWindow(.form, DoorwardTheme()))
      window.draw(content)
      window.window.present()
      return window
    }

    @MainActor private static func height(of window: ScreenWindow) async throws -> Int {
      try await eventually("the dialog is drawn") { window.window.isDrawn }
      return window.window.size.height
    }
  }
#endif

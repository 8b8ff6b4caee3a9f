#if os(Linux)
  import DesktopLoops
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardTexts
  import Foundation
  import XCTest

  @testable import DoorwardGTK

  /// Draws windows in the look of its process, which ``LookTests`` starts.
  final class LookPictures: WindowTestCase {
    func testWindowsAreDrawn() throws {
      guard let name = ProcessInfo.processInfo.environment[Look.variable], let look = Look(rawValue: name)
      else {
        throw XCTSkip("LookTests runs this test in another process.")
      }
      try onLoop(isOfDesktop: true) {
        XCTAssertEqual(Adwaita.isAdopted, look.hasLibadwaita)
        for scale in [1, 2.0] {
          TextScale.set(scale)
          for (view, content, layout) in try Self.contents {
            let window = try XCTUnwrap(ScreenWindow(layout, DoorwardTheme()))
            window.draw(content)
            window.window.present()
            defer { window.window.hide() }
            try await eventually("the window is drawn") { window.window.isDrawn }
            try await Task.sleep(for: .milliseconds(150))
            let picture = try Photograph(window.window, "look-\(name)-\(view)-\(scale)")
            XCTAssertGreaterThan(picture.colors, 16, view)
            // A text that does not fit would widen the window. A small screen makes it narrower.
            XCTAssertLessThanOrEqual(picture.width, Int(Double(layout.window(1).width) * scale), view)
            XCTAssertEqual(picture.brightness < 0.5, look.isDark, "\(view): \(picture.brightness)")
            // The contrast of 7:1 that WCAG 2.2 §1.4.6 asks for is a range of 0.65 on white.
            XCTAssertGreaterThan(picture.range, 0.7, view)
          }
        }
      }
    }

    @MainActor private static var contents: [(String, ScreenContent, ScreenLayout)] {
      get throws {
        var problem = SampleContents.password
        problem.problem = ScreenContent.Problem(
          id: "problem", text: "This password is wrong. Try again, or reset it.", field: .password)
        var offline = SampleContents.start
        offline.problem = ScreenContent.Problem(
          id: "problem", text: "The server cannot be reached. Check your connection.",
          retry: ScreenContent.Button(id: "retry", label: "Try again", action: .signIn(.retry)))
        offline.notice = "You are signed out."
        return [
          ("start", SampleContents.start, .signIn), ("password", problem, .signIn),
          ("offline", offline, .signIn),
          ("authenticator", try SampleContents.authenticator(), .signIn),
          ("recovery-codes", SampleContents.recoveryCodes, .signIn),
          ("account", SampleContents.account, .account),
        ]
      }
    }
  }
#endif

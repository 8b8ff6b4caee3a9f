#if os(Linux)
  import DesktopLoops
  import DoorwardGTKWidgets
  import DoorwardTexts
  import Foundation
  import XCTest

  @testable import DoorwardFlow
  @testable import DoorwardGTK

  /// Draws windows in the look of its process, which ``LookTests`` starts.
  final class LookPictures: WindowTestCase {
    func testWindowsAreDrawn() throws {
      guard let name = ProcessInfo.processInfo.environment[Look.variable], let look = Look(rawValue: name)
      else {
        throw XCTSkip("LookTests runs this test in another process.")
      }
      try onLoop(timeLimit: 120, isOfDesktop: true) {
        XCTAssertEqual(Adwaita.isAdopted, look.hasLibadwaita)
        for scale in [1, 2.0] {
          TextScale.set(scale)
          for (view, content, layout) in try Self.contents {
            let window = try await Self.show(content, layout)
            defer { window.window.hide() }
            let picture = try await Photograph(window.window, "look-\(name)-\(view)-\(scale)")
            XCTAssertGreaterThan(picture.colors, 16, view)
            // A text that does not fit would widen the window. A small screen makes it narrower.
            XCTAssertLessThanOrEqual(picture.width, Int(Double(layout.window(1).width) * scale), view)
            XCTAssertEqual(picture.brightness < 0.5, look.isDark, "\(view): \(picture.brightness)")
            // The contrast of 7:1 that WCAG 2.2 §1.4.6 asks for is a range of 0.65 on white.
            XCTAssertGreaterThan(picture.range, 0.7, view)
            if layout == .account, look.hasHighContrast {
              // The border of a card (WCAG 2.2 §1.4.11), without its corners.
              XCTAssertGreaterThan(picture.longestLine(contrast: 3), Int(500 * scale), view)
            }
          }
        }
        TextScale.set(1)
        if look == .gtk { try await Self.changeColors() }
      }
    }

    /// A window is drawn in the other color when GTK's theme becomes dark.
    @MainActor private static func changeColors() async throws {
      let colors = try XCTUnwrap(ScreenColors("#c04000"))
      var content = SampleContents.recoveryCodes
      content.colors = colors
      let window = try await show(content, .signIn)
      defer { window.window.hide() }
      ColorSchemeObserver.setDark(true)
      defer { ColorSchemeObserver.setDark(false) }
      try await Task.sleep(for: .milliseconds(150))
      let dark = try await Photograph(window.window, "look-gtk-changed")
      XCTAssertGreaterThan(dark.pixels(of: DoorwardTheme.Color(colors.dark.color)), 2000)
    }

    @MainActor private static func show(
      _ content: ScreenContent, _ layout: ScreenLayout
    ) async throws -> ScreenWindow {
      let window = try XCTUnwrap(ScreenWindow(layout, DoorwardTheme()))
      window.draw(content)
      window.window.present()
      try await eventually("the window is drawn") { window.window.isDrawn }
      try await Task.sleep(for: .milliseconds(150))
      return window
    }

    /// Views in a language that is written from right to left.
    @MainActor private static var arabic: [(String, ScreenContent, ScreenLayout)] {
      get throws {
        let content = SignInContent(Texts(try XCTUnwrap(Language(tag: "ar"))))
        let start = try XCTUnwrap(
          SignInSamples.all.first { $0.view == "start" && $0.state == "everything" }?.flow)
        let account = try XCTUnwrap(
          AccountSamples.all.first { $0.view == "account" && $0.state == "new user" }?.flow)
        let window = AccountContent(content).window(of: AccountState(flow: account), at: SampleTime.after(0))
        return [
          ("arabic-start", content.screen(of: start, at: SampleTime.after(0)), .signIn),
          ("arabic-account", window.page, .account),
        ]
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
        ] + (try arabic)
      }
    }
  }
#endif

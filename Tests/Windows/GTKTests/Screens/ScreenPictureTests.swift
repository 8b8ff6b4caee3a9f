#if os(Linux)
  import DesktopLoops

  import DoorwardGTKWidgets
  import DoorwardTexts
  import Foundation
  import XCTest

  @testable import DoorwardFlow
  @testable import DoorwardGTK

  /// Each kind of view, photographed: not blank, as large as its window, dark if the desktop is dark.
  final class ScreenPictureTests: WindowTestCase {
    func testEachViewIsDrawn() throws {
      try onLoop {
        for (name, content) in [
          ("start", SampleContents.start), ("password", SampleContents.password),
          ("authenticator", try SampleContents.authenticator()),
          ("recovery-codes", SampleContents.recoveryCodes),
        ] {
          let window = try PictureScene.show(content)
          let picture = try await PictureScene.photograph(window, name)
          XCTAssertGreaterThanOrEqual(picture.width, 460, name)
          XCTAssertGreaterThanOrEqual(picture.height, 640, name)
          XCTAssertGreaterThan(picture.brightness, 0.6, name)
        }
      }
    }

    /// The steps of a code and of a new user, with the content of the flow.
    func testStepsOfCodesAndNewUsersAreDrawn() throws {
      try onLoop(timeLimit: 120) {
        let steps = PictureScene.steps
        XCTAssertEqual(steps.count, 8)
        for step in steps { try await PictureScene.photograph(step) }
        let others = PictureScene.isForPeople ? steps : Array(steps.suffix(1))
        for step in others { try await PictureScene.photograph(step, isRightToLeft: true) }
        guard Adwaita.setDark(true) else { return }
        defer { Adwaita.setDark(false) }
        for step in others { try await PictureScene.photograph(step, isDark: true) }
      }
    }

    func testAccountIsDrawn() throws {
      try onLoop {
        let picture = try await PictureScene.photograph(
          try PictureScene.show(SampleContents.account, .account), "account")
        XCTAssertGreaterThanOrEqual(picture.width, 700)
      }
    }

    func testProblemIsDrawnBelowItsField() throws {
      try onLoop {
        let window = try PictureScene.show(SampleContents.password)
        var content = SampleContents.password
        content.problem = ScreenContent.Problem(
          id: "doorward.sign-in.password.problem", text: "This password is wrong. Try again, or reset it.",
          field: .password)
        window.draw(content)
        _ = try await PictureScene.photograph(window, "password-problem")
      }
    }

    func testProblemOfViewHasRetry() throws {
      try onLoop {
        var content = SampleContents.start
        content.problem = ScreenContent.Problem(
          id: "doorward.sign-in.start.problem", text: "The server cannot be reached. Check your connection.",
          field: nil,
          retry: ScreenContent.Button(
            id: "doorward.sign-in.start.retry", label: "Try again", action: .signIn(.retry)))
        _ = try await PictureScene.photograph(try PictureScene.show(content), "start-offline")
      }
    }

    func testDarkDesktopMakesDarkWindows() throws {
      try onLoop {
        guard Adwaita.setDark(true) else { throw XCTSkip("libadwaita is not installed") }
        defer { Adwaita.setDark(false) }
        let picture = try await PictureScene.photograph(
          try PictureScene.show(SampleContents.start), "start-dark")
        XCTAssertLessThan(picture.brightness, 0.4)
        _ = try await PictureScene.photograph(
          try PictureScene.show(SampleContents.account, .account), "account-dark")
      }
    }

    func testLargeTextEnlargesWindow() throws {
      try onLoop {
        TextScale.set(1.75)
        defer { TextScale.set(1) }
        let picture = try await PictureScene.photograph(
          try PictureScene.show(SampleContents.start), "start-large")
        XCTAssertGreaterThanOrEqual(picture.width, 800)
      }
    }

    func testInitialsStayInACircle() throws {
      try onLoop {
        for scale in [1, 2] {
          TextScale.set(Double(scale))
          defer { TextScale.set(1) }
          let view = PhotoView(ScreenInput(SampleContents.account))
          _ = view.draw(
            .photo(ScreenContent.Photo(id: "photo", label: "Your photo", url: nil, initials: "WM")))
          let window = Window(title: "Photo", width: 400, height: 200)
          window.setChild(view.widget)
          window.present()
          try await eventually("the photo is drawn") { view.place.isDrawn }
          XCTAssertEqual(view.place.size.width, 72 * scale)
          XCTAssertEqual(view.place.size.height, 72 * scale)
        }
      }
    }

    func testRightToLeftLanguageMirrorsView() throws {
      try onLoop {
        var content = SampleContents.password
        content.isRightToLeft = true
        content.language = "ar"
        content.title = "أدخل كلمة المرور"
        let picture = try await PictureScene.photograph(
          try PictureScene.show(content), "password-right-to-left")
        XCTAssertGreaterThan(picture.width, 0)
      }
    }

    func testThemeColorsPrimaryButton() throws {
      try onLoop {
        let theme = DoorwardTheme(
          accent: DoorwardTheme.Color(hex: "#7a3cf0"), cornerRadius: 6, logo: .icon("avatar-default-symbolic")
        )
        var content = SampleContents.start
        content.brand = ScreenContent.Brand(name: "Notes")
        _ = try await PictureScene.photograph(try PictureScene.show(content, theme: theme), "start-theme")
      }
    }
  }

  @MainActor private enum PictureScene {
    static func show(
      _ content: ScreenContent, _ layout: ScreenLayout = .signIn, theme: DoorwardTheme = DoorwardTheme()
    ) throws -> ScreenWindow {
      let window = try XCTUnwrap(ScreenWindow(layout, theme))
      window.draw(content)
      window.window.present()
      return window
    }

    /// Whether a person wants to look at the pictures.
    static var isForPeople: Bool { ProcessInfo.processInfo.environment["GTK_PHOTOGRAPHS"] != nil }

    /// The steps after the identifier.
    static let steps = SignInSamples.all.filter {
      [
        "start: several wallets", "wallets: shown", "code.sign-in: sent first",
        "code.sign-in: another can be sent", "code.sign-in: expired", "your-name: asked",
        "your-name: refused", "passkey-offer: after a code",
      ].contains("\($0.view): \($0.state)")
    }

    static func photograph(
      _ sample: SignInSamples.Sample, isRightToLeft: Bool = false, isDark: Bool = false
    ) async throws {
      let texts = Texts(try XCTUnwrap(Language(tag: isRightToLeft ? "ar" : "en")))
      let content = SignInContent(texts).screen(of: sample.flow, at: SampleTime.after(0))
      let window = try show(content)
      defer { window.window.hide() }
      let look = isDark ? "-dark" : isRightToLeft ? "-right-to-left" : ""
      let name = "\(sample.view)-\(sample.state.replacing(" ", with: "-"))\(look)"
      let picture = try await photograph(window, name)
      // A text that does not fit would widen the window.
      XCTAssertEqual(picture.width, 460, name)
      XCTAssertEqual(picture.brightness < 0.5, isDark, name)
    }

    static func photograph(_ window: ScreenWindow, _ name: String) async throws -> Photograph {
      try await eventually("the window is drawn") { window.window.isDrawn }
      try await Task.sleep(for: .milliseconds(150))
      let picture = try await Photograph(window.window, name)
      XCTAssertGreaterThan(picture.colors, 16, name)
      return picture
    }
  }
#endif

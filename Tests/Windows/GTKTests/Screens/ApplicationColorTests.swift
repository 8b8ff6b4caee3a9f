#if os(Linux)
  import DesktopLoops
  import DoorwardGTKWidgets
  import XCTest

  @testable import DoorwardFlow
  @testable import DoorwardGTK

  /// The color that the operator of an application has chosen, in a window.
  final class ApplicationColorTests: WindowTestCase {
    private static let colors = ScreenColors("#c04000")

    /// A view whose main button can be pressed.
    private static var content: ScreenContent {
      var content = SampleContents.recoveryCodes
      content.colors = colors
      return content
    }

    func testMainButtonHasTheColorOfTheApplication() throws {
      try onLoop {
        let colors = try XCTUnwrap(Self.colors)
        let picture = try await Self.photograph("color-light")
        XCTAssertGreaterThan(picture.pixels(of: DoorwardTheme.Color(colors.light.color)), 2000)
        guard Adwaita.setDark(true) else { throw XCTSkip("libadwaita is not installed") }
        defer { Adwaita.setDark(false) }
        let dark = try await Self.photograph("color-dark")
        XCTAssertGreaterThan(dark.pixels(of: DoorwardTheme.Color(colors.dark.color)), 2000)
        XCTAssertEqual(dark.pixels(of: DoorwardTheme.Color(colors.light.color)), 0)
      }
    }

    func testColorChangesWithTheDesktop() throws {
      try onLoop {
        let colors = try XCTUnwrap(Self.colors)
        let window = try await Self.show()
        guard Adwaita.setDark(true) else { throw XCTSkip("libadwaita is not installed") }
        defer { Adwaita.setDark(false) }
        try await Task.sleep(for: .milliseconds(150))
        let dark = try await Photograph(window.window, "color-changed")
        XCTAssertGreaterThan(dark.pixels(of: DoorwardTheme.Color(colors.dark.color)), 2000)
        XCTAssertEqual(dark.pixels(of: DoorwardTheme.Color(colors.light.color)), 0)
      }
    }

    func testThemeOfTheAppWins() throws {
      try onLoop {
        let colors = try XCTUnwrap(Self.colors)
        let own = DoorwardTheme.Color(red: 0x7a, green: 0x3c, blue: 0xf0)
        let picture = try await Self.photograph("color-theme", DoorwardTheme(accent: own))
        XCTAssertGreaterThan(picture.pixels(of: own), 2000)
        XCTAssertEqual(picture.pixels(of: DoorwardTheme.Color(colors.light.color)), 0)
      }
    }

    func testColorIsLimitedToItsWindows() throws {
      let accent = try XCTUnwrap(Self.colors).light
      for line in AccentStyle(accent, name: "accent-1").css.split(separator: "\n") {
        for selector in line.prefix(while: { $0 != "{" }).split(separator: ",") where line.contains("{") {
          XCTAssertTrue(selector.trimmingPrefix(" ").hasPrefix(".accent-1 "), "\(line)")
        }
      }
    }

    @MainActor private static func photograph(
      _ name: String, _ theme: DoorwardTheme = DoorwardTheme()
    ) async throws -> Photograph { try await Photograph(show(theme).window, name) }

    @MainActor private static func show(_ theme: DoorwardTheme = DoorwardTheme()) async throws -> ScreenWindow
    {
      let window = try XCTUnwrap(ScreenWindow(.signIn, theme))
      window.draw(content)
      window.window.present()
      try await eventually("the window is drawn") { window.window.isDrawn }
      try await Task.sleep(for: .milliseconds(150))
      return window
    }
  }

  extension Photograph {
    /// The number of pixels of a color.
    func pixels(of color: DoorwardTheme.Color) -> Int {
      stride(from: 0, to: pixels.count, by: 4).count {
        pixels[$0] == color.blue && pixels[$0 + 1] == color.green && pixels[$0 + 2] == color.red
      }
    }
  }
#endif

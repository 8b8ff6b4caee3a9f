#if os(Linux)
  import XCTest

  @testable import DoorwardGTK

  /// Themes and their style sheets.
  final class ThemeTests: XCTestCase {
    private typealias Color = DoorwardTheme.Color

    func testColorsAreReadFromHex() {
      XCTAssertEqual(Color(hex: "#7a3cf0"), Color(red: 0x7a, green: 0x3c, blue: 0xf0))
      XCTAssertEqual(Color(hex: "FFFFFF"), Color(red: 255, green: 255, blue: 255))
      for text in ["", "#fff", "#12345g", "+12345", "red"] { XCTAssertNil(Color(hex: text), text) }
    }

    /// WCAG 2.2 §1.4.3 asks for 4.5. Black or white reaches it on every color.
    func testTextOnAccentColorCanBeRead() {
      for red in stride(from: 0, through: 255, by: 51) {
        for green in stride(from: 0, through: 255, by: 51) {
          for blue in stride(from: 0, through: 255, by: 51) {
            let color = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
            XCTAssertGreaterThanOrEqual(
              color.shown.contrast(with: color.contrasting.shown), 4.5, "\(color)")
          }
        }
      }
    }

    func testThemeOfTheDesktopChangesNothing() {
      XCTAssertEqual(ThemeStyle(theme: DoorwardTheme(), name: "theme").css, "")
    }

    func testThemeIsLimitedToItsWindows() {
      let theme = DoorwardTheme(accent: Color(hex: "#7a3cf0"), cornerRadius: 4)
      let lines = ThemeStyle(theme: theme, name: "theme-1").css.split(separator: "\n")
      XCTAssertFalse(lines.isEmpty)
      for line in lines {
        for selector in line.prefix(while: { $0 != "{" }).split(separator: ",") where line.contains("{") {
          XCTAssertTrue(selector.trimmingPrefix(" ").hasPrefix(".theme-1 "), "\(line)")
        }
      }
    }
  }
#endif

internal import DoorwardColors

/// The colors of an application, made of the one that its operator has chosen.
///
/// The color is made darker for a light background and lighter for a dark one, as much as texts on it and links in it need to be
/// readable (WCAG 2.2 §1.4.3). The hosted page does the same.
public struct ScreenColors: Hashable, Sendable {
  /// For a light background.
  public var light: Accent
  /// For a dark background.
  public var dark: Accent

  // The backgrounds of windows, sheets and bars are between white and `paper`, and between `darkPaper` and `darkCard`.
  private static let paper = "#f2f2f2"
  private static let darkPaper = "#000000"
  private static let darkCard = "#353535"

  /// Makes the colors; nil unless the text is `#` and six hexadecimal digits.
  init?(_ text: String) {
    guard let color = AccentColor(text), let paper = AccentColor(Self.paper),
      let darkPaper = AccentColor(Self.darkPaper), let darkCard = AccentColor(Self.darkCard)
    else { return nil }
    light = Accent(color.lightPalette(on: paper))
    dark = Accent(color.darkPalette(on: darkPaper, darkCard))
  }
}

extension ScreenColors {
  /// A color of the main button, of links and of the field that has the keyboard.
  public struct Accent: Hashable, Sendable {
    /// The color.
    public var color: Color
    /// The color of a text on it.
    public var text: Color
  }

  /// A color in sRGB.
  public struct Color: Hashable, Sendable {
    /// The parts, from 0 to 1.
    public var red: Double
    public var green: Double
    public var blue: Double

    package init(red: Double, green: Double, blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Black or white, whichever is easier to read on the color.
    package var readableText: Color { Color(accent.readableText) }

    /// The contrast ratio of two colors, from 1 to 21.
    package func contrast(with other: Color) -> Double { accent.contrast(with: other.accent) }
  }
}

extension ScreenColors.Accent {
  fileprivate init(_ palette: AccentColor.Palette) {
    self.init(color: ScreenColors.Color(palette.accent), text: ScreenColors.Color(palette.ink))
  }
}

extension ScreenColors.Color {
  fileprivate init(_ color: AccentColor) { self.init(red: color.red, green: color.green, blue: color.blue) }
  fileprivate var accent: AccentColor { AccentColor(red: red, green: green, blue: blue) }
}

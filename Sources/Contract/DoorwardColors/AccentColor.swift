#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The color of an application's buttons and links: `#1d5c4b`.
///
/// The color is made darker or lighter where it is used, as much as text needs to be readable on it and beside it (WCAG 2.2
/// §1.4.3).
package struct AccentColor: Sendable, Equatable {
  /// The parts in sRGB, from 0 to 1.
  package let red: Double
  package let green: Double
  package let blue: Double

  private static let white = AccentColor(red: 1, green: 1, blue: 1)
  private static let black = AccentColor(red: 0, green: 0, blue: 0)
  /// The smallest contrast of text.
  private static let contrast = 4.5

  package init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads a color.
  ///
  /// - Returns: nil unless the text is `#` and six hexadecimal digits.
  package init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let part = { (shift: UInt32) in Double(value >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  /// `#` and six hexadecimal digits.
  package var text: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(Int((part * 255).rounded()), radix: 16)
        return digits.count == 1 ? "0\(digits)" : digits
      }.joined()
  }

  /// The colors of a page that is made of this one.
  package struct Palette: Sendable, Equatable {
    /// Of buttons and links.
    package let accent: AccentColor
    /// Of the text on a button.
    package let ink: AccentColor
    /// Of the area behind a notice.
    package let soft: AccentColor
    /// Of the light at the top of the page.
    package let glow: AccentColor
  }

  /// The palette for a light page: the color, made darker until text is readable.
  ///
  /// - Parameter paper: the color of the page.
  /// - Returns: the palette.
  package func lightPalette(on paper: AccentColor) -> Palette {
    palette(toward: Self.black, ink: Self.white, paper, [Self.white, paper], softness: 0.9)
  }

  /// The palette for a dark page: the color, made lighter until text is readable.
  ///
  /// - Parameters:
  ///   - paper: the color of the page.
  ///   - card: the color of the areas on it.
  /// - Returns: the palette.
  package func darkPalette(on paper: AccentColor, _ card: AccentColor) -> Palette {
    palette(toward: Self.white, ink: nil, paper, [card, paper], softness: 0.85)
  }

  private func palette(
    toward end: AccentColor, ink: AccentColor?, _ paper: AccentColor, _ areas: [AccentColor], softness: Double
  ) -> Palette {
    var palette = palette(of: self, ink, paper, areas[0], softness)
    for step in 1...20 where !palette.isReadable(on: areas) {
      palette = self.palette(of: mixed(with: end, Double(step) / 20), ink, paper, areas[0], softness)
    }
    return palette
  }

  private func palette(
    of accent: AccentColor, _ ink: AccentColor?, _ paper: AccentColor, _ area: AccentColor, _ softness: Double
  ) -> Palette {
    Palette(
      accent: accent, ink: ink ?? accent.mixed(with: Self.black, 0.85),
      soft: accent.mixed(with: area, softness),
      glow: accent.mixed(with: paper, softness))
  }

  /// - Parameters:
  ///   - other: the other color.
  ///   - share: the share of the other color, 0 to 1.
  /// - Returns: the mixed color.
  private func mixed(with other: AccentColor, _ share: Double) -> AccentColor {
    let mix = { (one: Double, two: Double) in one + (two - one) * share }
    return AccentColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Black or white, whichever has more contrast with the color.
  package var readableText: AccentColor {
    contrast(with: Self.white) >= contrast(with: Self.black) ? Self.white : Self.black
  }

  /// The contrast of two colors, 1 to 21 (WCAG 2.2, "contrast ratio").
  package func contrast(with other: AccentColor) -> Double {
    let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// WCAG 2.2, "relative luminance".
  private var luminance: Double {
    let linear = { (part: Double) in part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  fileprivate func isReadable(on area: AccentColor) -> Bool { contrast(with: area) >= Self.contrast }
}

extension AccentColor.Palette {
  fileprivate func isReadable(on areas: [AccentColor]) -> Bool {
    ink.isReadable(on: accent) && accent.isReadable(on: soft) && areas.allSatisfy(accent.isReadable)
  }
}

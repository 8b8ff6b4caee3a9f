import DoorwardColors
import DoorwardHTTP
import DoorwardProvider
import DoorwardSignIn
import DoorwardStore

/// The style sheet that gives the page the color of an application. The names are those of `Web/style.css`.
enum AppearanceStyle {
  // The colors of `Web/style.css` that the accent must contrast with.
  static let paper = "#f6f4ef"
  static let darkPaper = "#121413"
  static let darkCard = "#1b1e1d"

  static func text(of color: AccentColor) -> String {
    guard let paper = AccentColor(paper), let darkPaper = AccentColor(darkPaper),
      let card = AccentColor(darkCard)
    else { return "" }
    return """
      :root { \(declarations(color.lightPalette(on: paper))) }
      @media (prefers-color-scheme: dark) { :root { \(declarations(color.darkPalette(on: darkPaper, card))) } }

      """
  }

  private static func declarations(_ palette: AccentColor.Palette) -> String {
    let colors = [
      ("accent", palette.accent), ("accent-ink", palette.ink), ("accent-soft", palette.soft),
      ("glow", palette.glow),
    ]
    return colors.map { "--\($0): \($1.text);" }.joined(separator: " ")
  }
}

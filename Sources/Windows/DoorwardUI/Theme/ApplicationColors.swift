#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  extension DoorwardTheme {
    /// The theme with the color of the application, unless the app has chosen one.
    func completed(by colors: ScreenColors?, in scheme: ColorScheme) -> DoorwardTheme {
      guard color == nil, let colors else { return self }
      let accent = scheme == .dark ? colors.dark : colors.light
      var theme = self
      theme.color = Color(accent.color)
      theme.textOnColor = textOnColor ?? Color(accent.text)
      return theme
    }

    /// The color of a text on the main button.
    func textOnColor(in environment: EnvironmentValues) -> Color {
      if let textOnColor { return textOnColor }
      // The system's tint has white texts.
      guard let shown = color?.resolve(in: environment) else { return .white }
      return Color(
        ScreenColors.Color(red: Double(shown.red), green: Double(shown.green), blue: Double(shown.blue))
          .readableText)
    }
  }

  extension Color {
    init(_ color: ScreenColors.Color) {
      self.init(.sRGB, red: color.red, green: color.green, blue: color.blue)
    }
  }
#endif

#if canImport(SwiftUI)
  internal import DoorwardFlow
  public import SwiftUI

  /// The look of Doorward's views.
  ///
  /// ```swift
  /// ContentView()
  ///   .doorwardTheme(DoorwardTheme(color: .indigo, cornerRadius: 8, fontName: "Avenir Next"))
  /// ```
  ///
  /// The texts keep their size of Dynamic Type with every font, and the views keep the dark and the high-contrast look of the
  /// system.
  public struct DoorwardTheme: Sendable, Equatable {
    /// The color of the main button, of links and of the field that has the keyboard; nil for the color of the application on the
    /// server, or else the tint of the views around.
    public var color: Color?
    /// The color of the text on the main button; nil for one that is readable on ``color``.
    public var textOnColor: Color?
    /// The radius of the corners of buttons and fields, in points.
    public var cornerRadius: Double
    /// The name of a font of the app; nil for the system's.
    public var fontName: String?
    /// The logo above the heading of a sign-in; nil for the one of the application's settings. Assistive technology does not
    /// read it, because the heading has the name.
    public var logo: Image?

    /// Makes a theme. Every argument has the system's look as its default.
    public init(
      color: Color? = nil, textOnColor: Color? = nil, cornerRadius: Double = 12, fontName: String? = nil,
      logo: Image? = nil
    ) {
      self.color = color
      self.textOnColor = textOnColor
      self.cornerRadius = cornerRadius
      self.fontName = fontName
      self.logo = logo
    }

    /// The font of a style, in the user's size.
    func font(_ style: Font.TextStyle) -> Font {
      guard let fontName else { return .system(style) }
      return .custom(fontName, size: CGFloat(style.standardSize), relativeTo: style)
    }
  }

  extension View {
    /// Sets the look of Doorward's views inside.
    public func doorwardTheme(_ theme: DoorwardTheme) -> some View { environment(\.doorwardTheme, theme) }
  }

  extension EnvironmentValues {
    /// The look of Doorward's views.
    public var doorwardTheme: DoorwardTheme {
      get { self[ThemeKey.self] }
      set { self[ThemeKey.self] = newValue }
    }
  }

  private struct ThemeKey: EnvironmentKey {
    static let defaultValue = DoorwardTheme()
  }

  extension Font.TextStyle {
    /// The size in points at the standard setting of Dynamic Type.
    fileprivate var standardSize: Double {
      switch self {
      case .title: 28
      case .title2: 22
      case .headline, .body: 17
      case .subheadline: 15
      case .footnote: 13
      case .caption: 12
      default: 17
      }
    }
  }

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

#if os(Linux)
  /// The look of the windows of an application, besides the look of the desktop.
  ///
  /// ```swift
  /// let theme = DoorwardTheme(accent: DoorwardTheme.Color(hex: "#7a3cf0"), logo: .icon("org.example.Notes"))
  /// ```
  /// Light or dark colors, high contrast, the size of texts and reduced motion follow the settings of the desktop.
  public struct DoorwardTheme: Hashable, Sendable {
    /// The color of primary buttons, links and the focus; nil for that of the application on the server, or else that of the
    /// desktop.
    public var accent: Color?
    /// The radius of the corners of buttons and fields in pixels; nil for that of the desktop.
    public var cornerRadius: Int?
    /// The logo of the application; nil for that of the server.
    public var logo: Logo?

    /// Makes a theme.
    public init(accent: Color? = nil, cornerRadius: Int? = nil, logo: Logo? = nil) {
      self.accent = accent
      self.cornerRadius = cornerRadius
      self.logo = logo
    }

    /// The logo of an application.
    public enum Logo: Hashable, Sendable {
      /// An icon of the desktop's icon theme, such as that of the app.
      case icon(String)
      /// An image in PNG, JPEG or TIFF.
      case image([UInt8])
    }

    /// A color in sRGB.
    public struct Color: Hashable, Sendable {
      public let red: UInt8
      public let green: UInt8
      public let blue: UInt8

      /// Makes a color.
      public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
      }

      /// Makes a color of a text such as `#7a3cf0`; nil for other texts.
      public init?(hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
        else {
          return nil
        }
        self.init(
          red: UInt8(value >> 16 & 0xff), green: UInt8(value >> 8 & 0xff), blue: UInt8(value & 0xff))
      }
    }
  }
#endif

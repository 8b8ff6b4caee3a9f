#if os(Linux)
  internal import DoorwardFlow

  /// The style sheet of a theme, for the widgets of one style class.
  struct ThemeStyle {
    let theme: DoorwardTheme
    /// The style class of the windows with this theme.
    let name: String

    /// The text in GTK's CSS; empty if the theme is that of the desktop.
    var css: String { [accent, corners].compactMap(\.self).joined(separator: "\n") }

    private var accent: String? {
      theme.accent.map { accent in
        // Links and the focus must be visible on light and on dark backgrounds, so they mix the color with that of texts.
        AccentStyle(
          name: name, color: accent.css, text: accent.contrasting.css,
          link: "mix(\(accent.css), @theme_fg_color, 0.35)", focus: "mix(\(accent.css), @theme_fg_color, 0.2)"
        ).css
      }
    }

    private var corners: String? {
      theme.cornerRadius.map { radius in
        """
        .\(name) entry, .\(name) dropdown > button, .\(name) .doorward-wide { border-radius: \(max(0, radius))px; }
        .\(name) .doorward-card { border-radius: \(max(0, radius))px; }
        """
      }
    }
  }

  /// The style sheet of a color of buttons and links, for the widgets of one style class. The colors are written in GTK's CSS.
  struct AccentStyle {
    let name: String
    let color: String
    /// The color of texts on it.
    let text: String
    let link: String
    let focus: String

    var css: String {
      // A theme such as GTK's own draws a gradient above the color.
      """
      .\(name) button.suggested-action { background-color: \(color); background-image: none; border-color: \(color);
        color: \(text); }
      .\(name) button.suggested-action:hover { background-image: image(alpha(currentColor, 0.1)); }
      .\(name) button.suggested-action:active { background-image: image(alpha(black, 0.2)); }
      .\(name) button.suggested-action:disabled { background-color: alpha(\(color), 0.5); border-color: transparent; }
      .\(name) button.doorward-link, .\(name) link { color: \(link); }
      .\(name) entry:focus-within, .\(name) entry.password:focus-within,
      .\(name) button:focus:focus-visible { outline-color: alpha(\(focus), 0.6); }
      .\(name) .doorward-initials { background-color: \(color); color: \(text); }
      """
    }
  }

  extension AccentStyle {
    /// The style sheet of the color of an application, which is made for light or for dark backgrounds.
    init(_ accent: ScreenColors.Accent, name: String) {
      let color = DoorwardTheme.Color(accent.color).css
      self.init(
        name: name, color: color, text: DoorwardTheme.Color(accent.text).css, link: color, focus: color)
    }
  }

  extension DoorwardTheme.Color {
    init(_ color: ScreenColors.Color) {
      let part = { (part: Double) in UInt8((min(max(part, 0), 1) * 255).rounded()) }
      self.init(red: part(color.red), green: part(color.green), blue: part(color.blue))
    }

    /// The color in GTK's CSS.
    var css: String { "rgb(\(red),\(green),\(blue))" }

    /// Black or white, whichever has more contrast with the color (WCAG 2.2 §1.4.3).
    var contrasting: DoorwardTheme.Color { DoorwardTheme.Color(shown.readableText) }

    /// The color as a view has it.
    var shown: ScreenColors.Color {
      ScreenColors.Color(
        red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
  }
#endif

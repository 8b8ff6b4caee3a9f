#if os(Linux)
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
        """
        .\(name) button.suggested-action { background-color: \(accent.css); color: \(accent.contrasting.css); }
        .\(name) button.doorward-link, .\(name) link { color: mix(\(accent.css), @theme_fg_color, 0.35); }
        .\(name) entry:focus-within, .\(name) entry.password:focus-within,
        .\(name) button:focus:focus-visible { outline-color: alpha(mix(\(accent.css), @theme_fg_color, 0.2), 0.6); }
        .\(name) .doorward-initials { background-color: \(accent.css); color: \(accent.contrasting.css); }
        """
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

  extension DoorwardTheme.Color {
    /// The color in GTK's CSS.
    var css: String { "rgb(\(red),\(green),\(blue))" }

    /// Black or white, whichever has more contrast with the color (WCAG 2.2 §1.4.3).
    var contrasting: DoorwardTheme.Color {
      let white = DoorwardTheme.Color(red: 255, green: 255, blue: 255)
      let black = DoorwardTheme.Color(red: 0, green: 0, blue: 0)
      return contrast(with: white) >= contrast(with: black) ? white : black
    }

    /// The contrast ratio of two colors, from 1 to 21.
    func contrast(with other: DoorwardTheme.Color) -> Double {
      let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
      return (lighter + 0.05) / (darker + 0.05)
    }

    /// The relative luminance, from 0 to 1. The power 2.2 is close enough to sRGB to compare two ratios.
    private var luminance: Double {
      let linear = [red, green, blue].map { value -> Double in
        let part = Double(value) / 255
        return part * part * (part * 0.2 + 0.8)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
  }
#endif

#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The style sheets that all windows share.
  @MainActor enum BaseStyle {
    private static var sheets: [StyleSheet] = []
    private static var themes: [DoorwardTheme: (name: String, sheet: StyleSheet)] = [:]
    private static var accents: [ScreenColors.Accent: (name: String, sheet: StyleSheet)] = [:]

    /// Opens the display and loads the look of the desktop and the style sheets.
    ///
    /// - Returns: Whether there is a display.
    static func load() -> Bool {
      guard GTKMainLoop.open() else { return false }
      guard sheets.isEmpty else { return true }
      Adwaita.adopt()
      sheets = [StyleSheet(fallback, .belowTheme), StyleSheet(shared)]
      return true
    }

    /// The style class of the windows with a theme.
    static func className(of theme: DoorwardTheme) -> String {
      if let known = themes[theme] { return known.name }
      let style = ThemeStyle(theme: theme, name: "doorward-theme-\(themes.count + 1)")
      themes[theme] = (style.name, StyleSheet(style.css))
      return style.name
    }

    /// The style class of the windows with the color of an application.
    static func className(of accent: ScreenColors.Accent) -> String {
      if let known = accents[accent] { return known.name }
      let style = AccentStyle(accent, name: "doorward-accent-\(accents.count + 1)")
      accents[accent] = (style.name, StyleSheet(style.css))
      return style.name
    }

    /// Classes of libadwaita, for desktops without it.
    private static let fallback = """
      @define-color accent_color #1c71d8;
      @define-color borders alpha(currentColor, 0.15);
      .title-1 { font-weight: 800; font-size: 20pt; }
      .title-2 { font-weight: 800; font-size: 15pt; }
      .heading { font-weight: 700; }
      .caption { font-size: 82%; }
      .dim-label { opacity: 0.6; }
      .pill { padding: 10px 24px; border-radius: 9999px; }
      .card { background-color: @theme_base_color; border-radius: 12px; box-shadow: 0 0 0 1px @borders; }
      """

    private static let shared = """
      @keyframes doorward-appear { from { opacity: 0; transform: translateY(6px); } to { opacity: 1; transform: none; } }
      .doorward-page { animation: doorward-appear 180ms ease-out; }
      .doorward-window headerbar { background: none; box-shadow: none; border-color: transparent; }
      .doorward-window entry, .doorward-window dropdown > button { min-height: 40px; }
      .doorward-wide { padding: 9px 18px; min-height: 24px; }
      .doorward-wide label { font-weight: 700; }
      .doorward-link { padding: 4px 10px; min-height: 24px; margin: -3px 0; color: @accent_color; }
      .doorward-link label { font-weight: 600; }
      .doorward-window button.doorward-link:disabled { color: alpha(@theme_fg_color, 0.75); filter: none; }
      .doorward-window button.doorward-link:disabled label { color: inherit; }
      .doorward-window button.doorward-wide:disabled label { color: alpha(@theme_fg_color, 0.75); }
      .doorward-row { padding: 10px 14px; border-radius: 0; font-weight: normal; }
      .doorward-row label { font-weight: normal; }
      .doorward-compact { padding: 4px 12px; min-height: 24px; }
      .doorward-label { font-weight: 600; }
      .doorward-badge { font-size: 80%; font-weight: 700; padding: 1px 8px; border-radius: 9999px;
        background-color: alpha(currentColor, 0.12); }
      .doorward-code { font-family: monospace; font-size: 160%; font-weight: 600; letter-spacing: 6px; min-height: 52px; }
      .doorward-meter { min-height: 4px; border-radius: 9999px; background-color: alpha(currentColor, 0.15); }
      .doorward-meter.doorward-filled { background-color: alpha(currentColor, 0.6); }
      .doorward-meter.doorward-filled.doorward-fine { background-color: @accent_color; }
      .doorward-secret { font-family: monospace; font-size: 110%; letter-spacing: 1px; }
      .doorward-recovery { font-family: monospace; font-size: 115%; padding: 4px 0; }
      .doorward-message { padding: 10px 14px; border-radius: 10px; background-color: alpha(currentColor, 0.08); }
      .doorward-message label { color: @theme_fg_color; }
      .doorward-message button label { color: inherit; }
      .doorward-message.error { background-color: alpha(@error_color, 0.12); }
      .doorward-message.success { background-color: alpha(@success_color, 0.12); }
      .doorward-message.warning { background-color: alpha(@warning_color, 0.14); }
      .doorward-qr { background-color: white; border-radius: 12px; }
      .doorward-codes { padding: 12px 0; }
      .doorward-card > *:not(:first-child) { border-top: 1px solid @borders; }
      .doorward-card > button:first-child { border-top-left-radius: 12px; border-top-right-radius: 12px; }
      .doorward-card > button:last-child { border-bottom-left-radius: 12px; border-bottom-right-radius: 12px; }
      .doorward-photo, .doorward-initials { border-radius: 9999px; }
      .doorward-initials { background-color: alpha(currentColor, 0.12); font-size: 200%; font-weight: 700; }
      """
  }
#endif

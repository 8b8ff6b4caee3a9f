#if os(Linux)
  internal import CDoorwardGTK

  /// The clipboard of the desktop.
  @MainActor public enum Clipboard {
    public static func copy(_ text: String) {
      guard let display = gdk_display_get_default() else { return }
      gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }
  }
#endif

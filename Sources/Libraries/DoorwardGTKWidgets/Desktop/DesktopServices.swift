#if os(Linux)
  internal import CDoorwardGTK

  /// The clipboard of the desktop.
  @MainActor public enum Clipboard {
    public static func copy(_ text: String) {
      guard let display = gdk_display_get_default() else { return }
      gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }
  }

  /// Opens addresses with programs of the desktop.
  @MainActor public enum SystemLink {
    /// Opens an address with the default program for its scheme. Does nothing if there is none.
    public static func open(_ address: String) {
      g_app_info_launch_default_for_uri_async(address, nil, nil, nil, nil)
    }
  }
#endif

#if os(Linux)
  internal import CDoorwardGTK

  /// A style sheet in GTK's CSS, for all windows of the program. Its selectors limit it to some of them.
  @MainActor public final class StyleSheet {
    /// The precedence of a style sheet.
    public enum Precedence: Sendable {
      /// The theme of the desktop overrides it.
      case belowTheme
      /// It overrides the theme, but not the user's own style sheet.
      case aboveTheme
    }

    private let provider: ObjectReference

    /// Adds a style sheet. A display is required. It is removed on deinitialization.
    public init(_ css: String, _ precedence: Precedence = .aboveTheme) {
      provider = ObjectReference(owning: UnsafeMutableRawPointer(gtk_css_provider_new()))
      gtk_css_provider_load_from_data(doorward_css_provider(provider.pointer), css, -1)
      let priority =
        precedence == .belowTheme
        ? GTK_STYLE_PROVIDER_PRIORITY_FALLBACK : GTK_STYLE_PROVIDER_PRIORITY_APPLICATION
      gtk_style_context_add_provider_for_display(gdk_display_get_default(), provider.opaque, guint(priority))
    }

    isolated deinit {
      gtk_style_context_remove_provider_for_display(gdk_display_get_default(), provider.opaque)
    }
  }
#endif

#if os(Linux)
  internal import CDoorwardGTK
  internal import Glibc

  /// libadwaita, the look of GNOME's apps, if it is installed.
  ///
  /// It is loaded at run time, because nothing of it is needed except its style sheet, which also follows the desktop's
  /// settings for dark colors and high contrast.
  @MainActor public enum Adwaita {
    private static var isTried = false
    private static var library: UnsafeMutableRawPointer?

    /// Gives all windows of the program the look of libadwaita. An app that has started GTK itself keeps its own look. A
    /// display is required. Repeated calls have no effect.
    public static func adopt() {
      guard !isTried, !GTKMainLoop.isStartedByApp else { return }
      isTried = true
      // The library is never unloaded, because GLib's types cannot be registered twice.
      guard let library = dlopen("libadwaita-1.so.0", RTLD_NOW | RTLD_NODELETE),
        let start = dlsym(library, "adw_init")
      else { return }
      // Sound: `void adw_init (void)` in every version of libadwaita-1.
      unsafeBitCast(start, to: (@convention(c) () -> Void).self)()
      self.library = library
    }

    /// Whether the look is that of libadwaita.
    package static var isAdopted: Bool { library != nil }

    /// Chooses dark or light colors instead of those of the desktop, for tests and pictures.
    ///
    /// - Returns: Whether the look is that of libadwaita.
    @discardableResult package static func setDark(_ isDark: Bool) -> Bool {
      guard let library, let manager = dlsym(library, "adw_style_manager_get_default"),
        let set = dlsym(library, "adw_style_manager_set_color_scheme")
      else { return false }
      // Sound: `AdwStyleManager *adw_style_manager_get_default (void)` and `void adw_style_manager_set_color_scheme
      // (AdwStyleManager *, AdwColorScheme)`, whose values are 1 for light and 4 for dark colors.
      let shared = unsafeBitCast(manager, to: (@convention(c) () -> OpaquePointer?).self)()
      unsafeBitCast(set, to: (@convention(c) (OpaquePointer?, UInt32) -> Void).self)(shared, isDark ? 4 : 1)
      return true
    }
  }
#endif

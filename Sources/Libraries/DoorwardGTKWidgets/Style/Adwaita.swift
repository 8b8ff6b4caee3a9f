#if os(Linux)
  internal import CDoorwardGTK
  internal import Glibc

  /// libadwaita, the look of GNOME's apps, if it is installed.
  ///
  /// It is loaded at run time, because nothing of it is needed except its style sheet, which also follows the desktop's
  /// settings for dark colors and high contrast.
  @MainActor public enum Adwaita {
    private static let file = "libadwaita-1.so.0"
    private static var isTried = false
    private static var library: UnsafeMutableRawPointer?

    /// Gives all windows of the program the look of libadwaita. An app that has started GTK itself keeps its own look. A
    /// display is required. Repeated calls have no effect.
    public static func adopt() {
      guard !isTried, !GTKMainLoop.isStartedByApp else { return }
      isTried = true
      // The library is never unloaded, because GLib's types cannot be registered twice.
      guard let library = dlopen(file, RTLD_NOW | RTLD_NODELETE),
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
      guard let library, let set = dlsym(library, "adw_style_manager_set_color_scheme") else { return false }
      // Sound: `void adw_style_manager_set_color_scheme (AdwStyleManager *, AdwColorScheme)`, whose values are 1 for light
      // and 4 for dark colors.
      unsafeBitCast(set, to: (@convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void).self)(
        styleManager, isDark ? 4 : 1)
      return true
    }

    /// Whether the colors are dark; nil if neither this module nor the app has started libadwaita.
    public static var isDark: Bool? {
      guard let manager = styleManager, let get = dlsym(loaded, "adw_style_manager_get_dark") else {
        return nil
      }
      // Sound: `gboolean adw_style_manager_get_dark (AdwStyleManager *)`.
      return unsafeBitCast(get, to: (@convention(c) (UnsafeMutableRawPointer) -> CInt).self)(manager) != 0
    }

    /// The object that has the property `dark`; nil if neither this module nor the app has started libadwaita.
    static var styleManager: UnsafeMutableRawPointer? {
      guard let loaded, let isStarted = dlsym(loaded, "adw_is_initialized"),
        let manager = dlsym(loaded, "adw_style_manager_get_default"),
        // Sound: `gboolean adw_is_initialized (void)`.
        unsafeBitCast(isStarted, to: (@convention(c) () -> CInt).self)() != 0
      else { return nil }
      // Sound: `AdwStyleManager *adw_style_manager_get_default (void)`.
      return unsafeBitCast(manager, to: (@convention(c) () -> UnsafeMutableRawPointer?).self)()
    }

    /// The library, if this module or the app has loaded it.
    private static var loaded: UnsafeMutableRawPointer? {
      library ?? dlopen(file, RTLD_NOW | RTLD_NOLOAD)
    }
  }
#endif

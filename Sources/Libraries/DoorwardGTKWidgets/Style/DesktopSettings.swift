#if os(Linux)
  internal import CDoorwardGTK

  /// Runs an action when the colors of the desktop can have become dark or light, until it is released.
  ///
  /// GTK has no signal for the colors of a widget. They depend on two settings of GTK, and on libadwaita.
  @MainActor public final class ColorSchemeObserver {
    private let connections: [(object: UnsafeMutableRawPointer, id: gulong)]

    /// Begins to observe. A display is required.
    public init(_ action: @escaping @MainActor () -> Void) {
      let settings = doorward_settings()
      let properties = [
        (settings, "gtk-application-prefer-dark-theme"), (settings, "gtk-theme-name"),
        (Adwaita.styleManager, "dark"),
      ]
      connections = properties.compactMap { object, property in
        object.map { ($0, Signal.connect($0, property: property, action)) }
      }
    }

    isolated deinit {
      for (object, id) in connections { g_signal_handler_disconnect(object, id) }
    }

    /// Chooses dark or light colors in GTK's own theme, for tests.
    package static func setDark(_ isDark: Bool) {
      doorward_set_dark(isDark ? 1 : 0)
    }
  }

  /// The size of texts that the user has chosen for the desktop.
  @MainActor public enum TextScale {
    /// The size in relation to the usual size. Sizes of windows and columns grow with it; GTK applies it to texts.
    public static var factor: Double {
      let dpi = doorward_text_dpi()
      return dpi > 0 ? max(0.5, min(3, Double(dpi) / 1024 / 96)) : 1
    }

    /// Changes the size in this program, for tests and pictures.
    package static func set(_ factor: Double) {
      doorward_set_text_dpi(Int32(factor * 96 * 1024))
    }
  }

  /// The animations of the desktop. GTK shows none if the user has turned them off.
  @MainActor public enum Motion {
    /// Turns the animations of this program on or off, for tests and pictures.
    package static func set(_ isOn: Bool) {
      doorward_set_animations(isOn ? 1 : 0)
    }
  }
#endif

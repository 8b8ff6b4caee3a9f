#if os(Linux)
  internal import CDoorwardGTK

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
#endif

#if os(Linux)
  internal import CDoorwardGTK

  /// An icon of the theme. Screen readers ignore it.
  @MainActor public final class Icon: Widget {
    /// Creates an icon with this size in pixels at the usual size of texts.
    public init(_ name: String, size: Int = 16) {
      super.init(doorward_icon_new(name))
      gtk_image_set_pixel_size(reference.opaque, Int32(Double(size) * TextScale.factor))
    }

    /// Shows another icon.
    public func show(_ name: String) {
      gtk_image_set_from_icon_name(reference.opaque, name)
    }

    /// Whether the icons of the desktop have one of this name.
    public static func exists(_ name: String) -> Bool {
      guard let display = gdk_display_get_default() else { return false }
      return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }
  }
#endif

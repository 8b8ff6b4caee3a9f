#if os(Linux)
  internal import CDoorwardGTK

  /// An icon of the theme.
  @MainActor public final class Icon: Widget {
    /// Creates an icon with this size in pixels.
    public init(_ name: String, size: Int) {
      super.init(gtk_image_new_from_icon_name(name))
      gtk_image_set_pixel_size(reference.opaque, Int32(size))
    }
  }
#endif

#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A picture of the theme's, by its name.
  @MainActor public final class Icon: Widget {
    /// One of so many pixels each way.
    public init(_ name: String, size: Int) {
      super.init(gtk_image_new_from_icon_name(name))
      gtk_image_set_pixel_size(reference.opaque, Int32(size))
    }
  }
#endif

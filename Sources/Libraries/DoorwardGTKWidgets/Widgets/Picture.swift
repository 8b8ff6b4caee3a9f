#if os(Linux)
  internal import CDoorwardGTK

  /// An image of a file, which fills its place. Set the accessible label.
  @MainActor public final class Picture: Widget {
    /// Creates an empty image with this size in pixels.
    public init(width: Int, height: Int) {
      super.init(gtk_picture_new())
      gtk_picture_set_can_shrink(reference.opaque, 1)
      setMinimumSize(width: width, height: height)
    }

    /// Shows an image in PNG, JPEG or TIFF.
    ///
    /// - Returns: Whether it could be read.
    @discardableResult public func show(_ bytes: [UInt8]) -> Bool {
      let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
      defer { g_bytes_unref(data) }
      guard let texture = gdk_texture_new_from_bytes(data, nil) else { return false }
      gtk_picture_set_paintable(reference.opaque, texture)
      g_object_unref(UnsafeMutableRawPointer(texture))
      return true
    }

    /// Shows no image.
    public func clear() {
      gtk_picture_set_paintable(reference.opaque, nil)
    }
  }
#endif

#if os(Linux)
  internal import CDoorwardGTK

  /// An icon of the theme. Screen readers ignore it.
  ///
  /// It finds the picture of the icon itself. GTK loads the picture of a named icon on another thread, which can free it there while
  /// the theme hands it out again, and then the program crashes.
  @MainActor public final class Icon: Widget {
    private let pixels: Int32
    private var icon: String

    /// Creates an icon with this size in pixels at the usual size of texts.
    public init(_ name: String, size: Int = 16) {
      icon = name
      pixels = Int32(Double(size) * TextScale.factor)
      super.init(doorward_icon_new())
      gtk_image_set_pixel_size(reference.opaque, pixels)
      draw()
      Signal.connect(reference.pointer, property: "scale-factor") { [weak self] in self?.draw() }
      let directionChanged:
        @convention(c) (UnsafeMutableRawPointer?, GtkTextDirection, UnsafeMutableRawPointer?) -> Void =
          drawAgain
      Signal.connect(reference.pointer, "direction-changed", to: directionChanged, with: WeakReference(self))
    }

    /// Shows another icon.
    public func show(_ name: String) {
      guard name != icon else { return }
      icon = name
      draw()
    }

    /// Whether the icons of the desktop have one of this name.
    public static func exists(_ name: String) -> Bool {
      guard let display = gdk_display_get_default() else { return false }
      return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }

    fileprivate func draw() {
      guard !icon.isEmpty, let display = gdk_display_get_default() else {
        return gtk_image_clear(reference.opaque)
      }
      let picture = gtk_icon_theme_lookup_icon(
        gtk_icon_theme_get_for_display(display), icon, nil, pixels, gtk_widget_get_scale_factor(widget),
        gtk_widget_get_direction(widget), GtkIconLookupFlags(0))
      gtk_image_set_from_paintable(reference.opaque, picture)
      g_object_unref(picture.map { UnsafeMutableRawPointer($0) })
    }
  }

  private func drawAgain(
    _ object: UnsafeMutableRawPointer?, _ previous: GtkTextDirection, _ data: UnsafeMutableRawPointer?
  ) {
    LoopThread.run(data) { WeakReference<Icon>.target(of: $0)?.draw() }
  }
#endif

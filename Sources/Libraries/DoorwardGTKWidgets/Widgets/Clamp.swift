#if os(Linux)
  internal import CDoorwardGTK

  /// A widget that is at most as wide as a given width, in the middle of the available space.
  @MainActor public final class Clamp: Widget {
    private let child: Widget

    /// Creates a clamp. The width is in pixels at the usual size of texts.
    public init(_ child: Widget, maximumWidth: Int) {
      self.child = child
      super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      gtk_box_append(doorward_box(reference.pointer), child.widget)
      let width = Int(Double(maximumWidth) * TextScale.factor)
      g_object_set_data(
        reference.pointer.assumingMemoryBound(to: GObject.self), widthKey,
        UnsafeMutableRawPointer(bitPattern: width))
      gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestMode, measure, allocate))
    }
  }

  private let widthKey = "doorward-maximum-width"

  private func maximumWidth(_ widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    let data = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    return Int32(Int(bitPattern: g_object_get_data(data, widthKey)))
  }

  private func requestMode(_ widget: UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode {
    GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
  }

  private func measure(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ direction: GtkOrientation, _ size: Int32,
    _ minimum: UnsafeMutablePointer<Int32>?, _ natural: UnsafeMutablePointer<Int32>?,
    _ minimumBaseline: UnsafeMutablePointer<Int32>?, _ naturalBaseline: UnsafeMutablePointer<Int32>?
  ) {
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    let width = maximumWidth(widget)
    if direction == GTK_ORIENTATION_HORIZONTAL {
      gtk_widget_measure(child, direction, -1, minimum, natural, nil, nil)
      if let minimum, let natural { natural.pointee = max(minimum.pointee, width) }
    } else {
      var least: Int32 = 0
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
      gtk_widget_measure(
        child, direction, size < 0 ? -1 : max(least, min(size, width)), minimum, natural, nil, nil)
    }
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
  }

  private func allocate(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ width: Int32, _ height: Int32, _ baseline: Int32
  ) {
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    var least: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    let taken = max(least, min(width, maximumWidth(widget)))
    var place = GdkRectangle(x: (width - taken) / 2, y: 0, width: taken, height: height)
    gtk_widget_size_allocate(child, &place, -1)
  }
#endif

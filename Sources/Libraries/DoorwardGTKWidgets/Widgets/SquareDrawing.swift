#if os(Linux)
  internal import CDoorwardGTK

  /// A square image of rectangles, such as a QR code, in black on white.
  @MainActor public final class SquareDrawing: Widget {
    /// A rectangle, in the units of the image.
    public struct Rectangle: Sendable, Hashable {
      public let x: Int
      public let y: Int
      public let width: Int
      public let height: Int

      public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
      }
    }

    /// The length of a side, in the units of the image.
    public var side = 1 {
      didSet { gtk_widget_queue_draw(widget) }
    }
    /// The black rectangles.
    public var rectangles: [Rectangle] = [] {
      didSet { gtk_widget_queue_draw(widget) }
    }

    /// Creates an empty image with this length of a side in pixels. Set its accessible label.
    public init(size: Int) {
      super.init(doorward_drawing_area_new(GTK_ACCESSIBLE_ROLE_IMG))
      setMinimumSize(width: size, height: size)
      let data = Unmanaged.passRetained(WeakReference(self)).toOpaque()
      gtk_drawing_area_set_draw_func(
        doorward_drawing_area(reference.pointer), drawSquare, data, releaseConnectionData)
    }

    fileprivate func draw(_ context: OpaquePointer, width: Int, height: Int) {
      cairo_set_source_rgb(context, 1, 1, 1)
      cairo_paint(context)
      // Whole pixels for each unit keep the edges sharp.
      let unit = max(1, min(width, height) / max(1, side))
      let (left, top) = ((width - unit * side) / 2, (height - unit * side) / 2)
      cairo_set_source_rgb(context, 0, 0, 0)
      for part in rectangles {
        cairo_rectangle(
          context, Double(left + part.x * unit), Double(top + part.y * unit), Double(part.width * unit),
          Double(part.height * unit))
      }
      cairo_fill(context)
    }
  }

  private func drawSquare(
    _ area: UnsafeMutablePointer<GtkDrawingArea>?, _ context: OpaquePointer?, _ width: Int32,
    _ height: Int32, _ data: UnsafeMutableRawPointer?
  ) {
    guard let context else { return }
    LoopThread.run((context, data)) { context, data in
      WeakReference<SquareDrawing>.target(of: data)?.draw(context, width: Int(width), height: Int(height))
    }
  }
#endif

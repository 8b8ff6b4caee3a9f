#if os(Linux)
  internal import CDoorwardGTK

  /// The place and the size of a widget.
  extension Widget {
    /// The place of a widget that is smaller than the available space.
    public enum Alignment: Sendable {
      case fill, start, center, end

      var value: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        }
      }
    }

    /// Sets whether the widget fills the available space.
    public func expand(horizontally: Bool = true, vertically: Bool = true) {
      gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
      gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
    }

    /// Aligns the widget in the available space.
    public func align(horizontally: Alignment = .fill, vertically: Alignment = .fill) {
      gtk_widget_set_halign(widget, horizontally.value)
      gtk_widget_set_valign(widget, vertically.value)
    }

    /// Centers the widget in the available space.
    public func center() {
      align(horizontally: .center, vertically: .center)
    }

    /// Sets the margin on all sides, in pixels.
    public func setMargin(_ pixels: Int) {
      setMargins(horizontal: pixels, top: pixels, bottom: pixels)
    }

    /// Sets the margins in pixels.
    public func setMargins(horizontal: Int = 0, top: Int = 0, bottom: Int = 0) {
      gtk_widget_set_margin_start(widget, Int32(horizontal))
      gtk_widget_set_margin_end(widget, Int32(horizontal))
      gtk_widget_set_margin_top(widget, Int32(top))
      gtk_widget_set_margin_bottom(widget, Int32(bottom))
    }

    /// Requests a minimum size in pixels; -1 requests none.
    public func setMinimumSize(width: Int = -1, height: Int = -1) {
      gtk_widget_set_size_request(widget, Int32(width), Int32(height))
    }

    /// Hides what is drawn outside of the widget, such as outside of its round corners.
    public func clip() {
      gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    /// Sets the direction of the widget and of all widgets in it, except for those that are always written from left to
    /// right.
    public func setDirection(isRightToLeft: Bool) {
      Self.setDirection(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR, of: widget)
    }

    /// Writes the widget from left to right in every language.
    public func keepLeftToRight() {
      addStyle(Self.leftToRight)
    }

    private static let leftToRight = "doorward-left-to-right"

    private static func setDirection(
      _ direction: GtkTextDirection, of widget: UnsafeMutablePointer<GtkWidget>
    ) {
      let direction = gtk_widget_has_css_class(widget, leftToRight) != 0 ? GTK_TEXT_DIR_LTR : direction
      if gtk_widget_get_direction(widget) != direction { gtk_widget_set_direction(widget, direction) }
      var child = gtk_widget_get_first_child(widget)
      while let present = child {
        setDirection(direction, of: present)
        child = gtk_widget_get_next_sibling(present)
      }
    }
  }
#endif

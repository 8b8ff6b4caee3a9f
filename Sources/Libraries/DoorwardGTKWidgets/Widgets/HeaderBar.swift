#if os(Linux)
  internal import CDoorwardGTK

  /// The header of a window: controls at both ends, and a title or another widget between them.
  @MainActor public final class HeaderBar: Widget {
    private var children: [Widget] = []

    /// Creates an empty header without the standard window buttons, which have no accessible labels of the app.
    public init() {
      super.init(gtk_header_bar_new())
      gtk_header_bar_set_show_title_buttons(reference.opaque, 0)
    }

    /// Adds the standard window buttons, in the language of the desktop.
    public func showWindowButtons() {
      gtk_header_bar_set_show_title_buttons(reference.opaque, 1)
    }

    public func addToStart(_ child: Widget) {
      children.append(child)
      gtk_header_bar_pack_start(reference.opaque, child.widget)
    }

    public func addToEnd(_ child: Widget) {
      children.append(child)
      gtk_header_bar_pack_end(reference.opaque, child.widget)
    }

    /// Replaces the window's title with a widget.
    public func setTitle(_ title: Widget) {
      children.append(title)
      gtk_header_bar_set_title_widget(reference.opaque, title.widget)
    }
  }
#endif

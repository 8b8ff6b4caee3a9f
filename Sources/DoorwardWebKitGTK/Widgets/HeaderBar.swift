#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// What a window has for a title bar: controls at both ends and a title, or something else, between them.
  @MainActor public final class HeaderBar: Widget {
    private var children: [Widget] = []

    /// Makes an empty one, without the buttons of windows: those it has are the owner's, and labeled.
    public init() {
      super.init(gtk_header_bar_new())
      gtk_header_bar_set_show_title_buttons(reference.opaque, 0)
    }

    public func addToStart(_ child: Widget) {
      children.append(child)
      gtk_header_bar_pack_start(reference.opaque, child.widget)
    }

    public func addToEnd(_ child: Widget) {
      children.append(child)
      gtk_header_bar_pack_end(reference.opaque, child.widget)
    }

    /// Shows a widget in place of the window's title.
    public func setTitle(_ title: Widget) {
      children.append(title)
      gtk_header_bar_set_title_widget(reference.opaque, title.widget)
    }
  }
#endif

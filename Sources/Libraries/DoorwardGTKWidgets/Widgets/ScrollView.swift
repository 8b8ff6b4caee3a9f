#if os(Linux)
  internal import CDoorwardGTK

  /// A view that scrolls its child.
  @MainActor public final class ScrollView: Widget {
    private let child: Widget

    /// Creates a view that scrolls vertically.
    public init(_ child: Widget) {
      self.child = child
      super.init(gtk_scrolled_window_new())
      gtk_scrolled_window_set_policy(reference.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_child(reference.opaque, child.widget)
      expand()
    }

    /// Makes the view as high as its child, if there is space.
    public func fitHeight() {
      gtk_scrolled_window_set_propagate_natural_height(reference.opaque, 1)
    }
  }
#endif

#if os(Linux)
  internal import CDoorwardGTK

  /// Several widgets in one place, of which one is visible.
  @MainActor public final class Stack: Widget {
    private var children: [Widget] = []

    public init() {
      super.init(gtk_stack_new())
    }

    public func add(_ child: Widget) {
      children.append(child)
      gtk_stack_add_child(reference.opaque, child.widget)
    }

    public func remove(_ child: Widget) {
      children.removeAll { $0 === child }
      gtk_stack_remove(reference.opaque, child.widget)
    }

    public func show(_ child: Widget) {
      gtk_stack_set_visible_child(reference.opaque, child.widget)
    }

    /// The visible widget.
    public var visible: Widget? {
      let shown = gtk_stack_get_visible_child(reference.opaque)
      return children.first { $0.widget == shown }
    }
  }
#endif

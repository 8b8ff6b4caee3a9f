#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// Widgets in a row or a column.
  @MainActor public final class Box: Widget {
    public enum Direction: Sendable {
      case row, column
    }

    private var children: [Widget] = []

    /// Creates an empty box with this spacing in pixels.
    public init(_ direction: Direction, spacing: Int = 0) {
      super.init(
        gtk_box_new(direction == .row ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, Int32(spacing))
      )
    }

    public func add(_ child: Widget) {
      children.append(child)
      gtk_box_append(doorward_box(reference.pointer), child.widget)
    }

    /// Removes all children.
    public func removeAll() {
      for child in children { gtk_box_remove(doorward_box(reference.pointer), child.widget) }
      children = []
    }
  }
#endif

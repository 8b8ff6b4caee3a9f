#if os(Linux)
  internal import CDoorwardGTK

  /// Widgets in a row or a column.
  @MainActor public final class Box: Widget {
    public enum Direction: Sendable {
      case row, column

      var value: GtkOrientation { self == .row ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
    }

    /// The meaning of a box for screen readers.
    public enum Role: Sendable {
      /// Widgets that belong together under the accessible label of the box.
      case group
      /// A message that screen readers read when the box appears.
      case alert
      /// A list of items.
      case list
      /// An item of a list.
      case item
    }

    private var children: [Widget] = []

    /// Creates an empty box with this spacing in pixels.
    public init(_ direction: Direction, spacing: Int = 0) {
      super.init(gtk_box_new(direction.value, Int32(spacing)))
    }

    /// Creates an empty box with a meaning.
    public init(_ direction: Direction, spacing: Int = 0, role: Role) {
      super.init(doorward_box_new_with_role(direction.value, Int32(spacing), role.value))
    }

    public func add(_ child: Widget) {
      children.append(child)
      gtk_box_append(box, child.widget)
    }

    /// Shows these widgets in this order. A widget that is in the box already keeps its state and the focus.
    public func setChildren(_ new: [Widget]) {
      for child in children where !new.contains(where: { $0 === child }) { gtk_box_remove(box, child.widget) }
      var previous: Widget?
      for child in new {
        if children.contains(where: { $0 === child }) {
          gtk_box_reorder_child_after(box, child.widget, previous?.widget)
        } else {
          gtk_box_insert_child_after(box, child.widget, previous?.widget)
        }
        previous = child
      }
      children = new
    }

    /// Removes all children.
    public func removeAll() {
      setChildren([])
    }

    private var box: UnsafeMutablePointer<GtkBox> { doorward_box(reference.pointer) }
  }

  extension Box.Role {
    fileprivate var value: GtkAccessibleRole {
      switch self {
      case .group: GTK_ACCESSIBLE_ROLE_GROUP
      case .alert: GTK_ACCESSIBLE_ROLE_ALERT
      case .list: GTK_ACCESSIBLE_ROLE_LIST
      case .item: GTK_ACCESSIBLE_ROLE_LIST_ITEM
      }
    }
  }

  /// A horizontal line.
  @MainActor public final class Separator: Widget {
    public init() {
      super.init(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    }
  }
#endif

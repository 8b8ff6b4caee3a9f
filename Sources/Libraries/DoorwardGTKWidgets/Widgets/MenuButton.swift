#if os(Linux)
  internal import CDoorwardGTK

  /// A button that shows a widget in a bubble, such as the steps of a list's item.
  @MainActor public final class MenuButton: Widget {
    private let icon: Icon
    private let content: Widget
    private let bubble: Widget

    /// Creates a button with an icon of the theme. The label is the accessible label and the tooltip.
    public init(icon: String, label: String, _ content: Widget) {
      self.icon = Icon(icon)
      self.content = content
      bubble = Widget(gtk_popover_new())
      super.init(doorward_menu_button_new())
      gtk_popover_set_child(doorward_popover(bubble.reference.pointer), content.widget)
      bubble.addStyle("menu")
      gtk_menu_button_set_child(reference.opaque, self.icon.widget)
      // GTK gives this class to a menu button with a named icon.
      gtk_widget_add_css_class(gtk_widget_get_first_child(widget), "image-button")
      gtk_menu_button_set_popover(reference.opaque, bubble.widget)
      accessibleLabel = label
      tooltip = label
    }

    /// Opens the bubble.
    package func open() {
      gtk_menu_button_popup(reference.opaque)
    }

    /// Closes the bubble.
    public func close() {
      gtk_menu_button_popdown(reference.opaque)
    }
  }
#endif

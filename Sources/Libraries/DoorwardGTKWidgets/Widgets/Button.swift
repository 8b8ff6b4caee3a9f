#if os(Linux)
  internal import CDoorwardGTK

  /// A button with a text, an icon, or another widget.
  @MainActor public final class Button: Widget {
    /// Called when the user presses the button.
    public var onPress: @MainActor () -> Void = {}

    private var child: Widget?

    public init(_ text: String) {
      super.init(gtk_button_new_with_label(text))
      accessibleLabel = text
      connect()
    }

    /// Creates a button with an icon of the theme. The label is the accessible label and the tooltip.
    public convenience init(icon: String, label: String) {
      self.init(Icon(icon))
      addStyle("image-button")
      accessibleLabel = label
      tooltip = label
    }

    /// Creates a button that shows a widget. Set its accessible label.
    public init(_ child: Widget) {
      self.child = child
      super.init(gtk_button_new())
      gtk_button_set_child(doorward_button(reference.pointer), child.widget)
      connect()
    }

    private func connect() {
      Signal.connect(reference.pointer, "clicked") { [weak self] in self?.onPress() }
    }

    /// Presses the button, as the user would.
    package func press() {
      gtk_widget_activate(widget)
    }
  }

  /// A box to check, or a choice of a group, of which one is checked.
  @MainActor public final class CheckButton: Widget {
    /// Called when the user checks or unchecks the button.
    public var onChange: @MainActor (Bool) -> Void = { _ in }

    /// Creates a button. In a group, checking it unchecks the others.
    public init(_ text: String, group: CheckButton? = nil) {
      super.init(gtk_check_button_new_with_label(text))
      accessibleLabel = text
      if let group { gtk_check_button_set_group(button, group.button) }
      Signal.connect(reference.pointer, "toggled") { [weak self] in
        if let self { onChange(isChecked) }
      }
    }

    private var button: UnsafeMutablePointer<GtkCheckButton> { doorward_check_button(reference.pointer) }

    public var text: String {
      get { gtk_check_button_get_label(button).map { String(cString: $0) } ?? "" }
      set {
        gtk_check_button_set_label(button, newValue)
        accessibleLabel = newValue
      }
    }

    public var isChecked: Bool {
      get { gtk_check_button_get_active(button) != 0 }
      set { gtk_check_button_set_active(button, newValue ? 1 : 0) }
    }
  }

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

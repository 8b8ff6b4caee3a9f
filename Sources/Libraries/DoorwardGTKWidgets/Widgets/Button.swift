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
#endif

#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A button with a text or an icon.
  @MainActor public final class Button: Widget {
    /// Called when the user presses the button.
    public var onPress: @MainActor () -> Void = {}

    public init(_ text: String) {
      super.init(gtk_button_new_with_label(text))
      accessibleLabel = text
      connect()
    }

    /// Creates a button with an icon of the theme. The label is the accessible label and the tooltip.
    public init(icon: String, label: String) {
      super.init(gtk_button_new_from_icon_name(icon))
      accessibleLabel = label
      tooltip = label
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
